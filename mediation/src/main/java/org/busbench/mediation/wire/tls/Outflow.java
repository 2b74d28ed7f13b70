package org.busbench.mediation.wire.tls;

import java.io.IOException;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.WireConnection;

/** What one connection has to encrypt and send. For the loop's thread. */
final class Outflow {
    private final Cipher cipher;
    private final SliceQueue waiting = new SliceQueue();
    private long encrypted;
    private boolean congested;
    private boolean ending;
    private boolean over;

    Outflow(Cipher cipher) {
        this.cipher = cipher;
    }

    void add(Slice plain) {
        waiting.add(plain);
    }

    /** Has a close_notify sent behind what waits; nothing can be added after it. */
    void end() {
        ending = true;
    }

    boolean isEnding() {
        return ending;
    }

    /** Whether the connection below has enough for the time being. */
    void congested(boolean now) {
        congested = now;
    }

    long waitingBytes() {
        return waiting.bytes();
    }

    long encryptedBytes() {
        return encrypted;
    }

    void takeWaiting(SliceQueue target) {
        target.addAll(waiting);
    }

    void clear() {
        waiting.clear();
    }

    /** Encrypts what the connection below may get now; returns whether the end was said just now. */
    boolean flush(WireConnection lower) throws IOException {
        while (!congested && !waiting.isEmpty()) {
            encrypted += cipher.encrypt(waiting, lower);
        }
        if (!waiting.isEmpty() || !ending || over) {
            return false;
        }
        over = true;
        cipher.end(lower);
        return true;
    }
}
