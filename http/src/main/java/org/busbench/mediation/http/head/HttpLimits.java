package org.busbench.mediation.http.head;

import java.time.Duration;

/**
 * How much a peer may send and how long it may take.
 *
 * @param headBytes most bytes of a head, also of the trailers; more is answered with 431
 * @param targetBytes most bytes of a request's target; more is answered with 414
 * @param fields most fields of a head; more are answered with 431
 * @param headTimeout how long a client may take for a whole head; then 408
 * @param stallTimeout how long a peer that owes bytes of a body, or that has to take them, may do nothing; then 408, 504 or a cut
 * @param idleTimeout how long a connection, of a client or to a backend, may wait for the next request
 * @param heldBytes most bytes of bodies that are held at once because they are read as a whole; a message more gets 503. A message alone has room
 * @param heldBytesOfClient the same for the clients of one address
 */
public record HttpLimits(
        int headBytes,
        int targetBytes,
        int fields,
        Duration headTimeout,
        Duration stallTimeout,
        Duration idleTimeout,
        long heldBytes,
        long heldBytesOfClient) {

    /** 32 KiB heads, 8 KiB targets, 100 fields, 20 s for a head, 30 s for a stall, 60 s idle, a quarter of the heap for bodies and half of that for a client. */
    public static final HttpLimits USUAL = new HttpLimits(
            32 << 10, 8 << 10, 100, Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofSeconds(60));

    /** With the usual bounds of held bytes. */
    public HttpLimits(
            int headBytes,
            int targetBytes,
            int fields,
            Duration headTimeout,
            Duration stallTimeout,
            Duration idleTimeout) {
        this(
                headBytes,
                targetBytes,
                fields,
                headTimeout,
                stallTimeout,
                idleTimeout,
                Runtime.getRuntime().maxMemory() / 4,
                Runtime.getRuntime().maxMemory() / 8);
    }

    /** Checks the figures. */
    public HttpLimits {
        if (headBytes < 256 || targetBytes < 1 || targetBytes > headBytes || fields < 1) {
            throw new IllegalArgumentException("HTTP limits out of range: headBytes " + headBytes
                    + " (at least 256), targetBytes " + targetBytes + " (1 to headBytes), fields " + fields
                    + " (at least 1)");
        }
        if (heldBytesOfClient < 1 || heldBytes < heldBytesOfClient) {
            throw new IllegalArgumentException("HTTP limits out of range: heldBytes " + heldBytes
                    + " (at least heldBytesOfClient), heldBytesOfClient " + heldBytesOfClient + " (at least 1)");
        }
        checkPositive("headTimeout", headTimeout);
        checkPositive("stallTimeout", stallTimeout);
        checkPositive("idleTimeout", idleTimeout);
    }

    /**
     * Checks a timeout.
     *
     * @throws IllegalArgumentException if it is not longer than nothing; the message begins with the name
     */
    public static void checkPositive(String name, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(name + " " + duration + " must be longer than nothing");
        }
    }
}
