package org.busbench.mediation.http;

import java.time.Duration;
import org.busbench.mediation.http.head.HttpLimits;

/**
 * How much both lanes may do with messages.
 *
 * @param messageBytes most bytes of a message that is read as a whole, and of the result of a transformation
 * @param waitingBytes most bytes of messages that wait for a thread, in each lane; a message alone has room
 * @param readingBytes most bytes of a message that becomes a tree, which is 10 to 25 times larger, and of all that the engine has as trees
 * @param connections most connections of a loop to an endpoint; further requests wait
 * @param connectTimeout how long making a connection to a backend, or waiting for one, may take
 * @param socketTimeout how long a backend may be silent before its answer, where the endpoint has no timeout of its own
 * @param parts most parts of a message that are under way at once, where it is split
 * @param workers messages that the engine mediates at once
 */
public record LaneLimits(
        int messageBytes,
        long waitingBytes,
        long readingBytes,
        int connections,
        int parts,
        Duration connectTimeout,
        Duration socketTimeout,
        int workers) {

    /** 64 MiB of a message, 64 MiB that wait, a 32nd of the heap that is read, 8192 connections, 64 parts, 5 s to connect, 60 s of silence, 20 workers. */
    public static final LaneLimits USUAL = new LaneLimits(
            64 << 20,
            64 << 20,
            Runtime.getRuntime().maxMemory() / 32,
            8192,
            64,
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            20);

    /** Checks the figures. */
    public LaneLimits {
        if (messageBytes < 1 || waitingBytes < 1 || readingBytes < 1 || connections < 1 || parts < 1 || workers < 1) {
            throw new IllegalArgumentException("lane limits must be 1 or more: messageBytes " + messageBytes
                    + ", waitingBytes " + waitingBytes + ", readingBytes " + readingBytes + ", connections "
                    + connections + ", parts " + parts + ", workers " + workers);
        }
        HttpLimits.checkPositive("connectTimeout", connectTimeout);
        HttpLimits.checkPositive("socketTimeout", socketTimeout);
    }
}
