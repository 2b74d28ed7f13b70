package org.busbench.mediation.wire.nio;

import org.busbench.mediation.buffer.BufferPool;
import org.busbench.mediation.wire.LoopCounts;

/** What one loop counts. For its thread. */
final class LoopCounter {
    private long accepted;
    private long acceptedOpen;
    private long dialled;
    private long dialledOpen;
    private long receivedBytes;
    private long sentBytes;

    void accepted() {
        accepted++;
        acceptedOpen++;
    }

    void dialled() {
        dialled++;
        dialledOpen++;
    }

    void closed(boolean wasAccepted) {
        if (wasAccepted) {
            acceptedOpen--;
        } else {
            dialledOpen--;
        }
    }

    void received(long bytes) {
        receivedBytes += bytes;
    }

    void sent(long bytes) {
        sentBytes += bytes;
    }

    /** Returns how many connections are open or being made. */
    int open() {
        return (int) (acceptedOpen + dialledOpen);
    }

    LoopCounts reading(BufferPool buffers) {
        return new LoopCounts(
                accepted,
                acceptedOpen,
                dialled,
                dialledOpen,
                receivedBytes,
                sentBytes,
                buffers.inUse(),
                buffers.pooled(),
                buffers.bufferBytes());
    }
}
