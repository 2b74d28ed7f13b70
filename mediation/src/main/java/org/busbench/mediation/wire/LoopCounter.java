package org.busbench.mediation.wire;

import org.busbench.mediation.buffer.BufferPool;

/** What one loop counts. For its thread. */
public final class LoopCounter {
    private long accepted;
    private long acceptedOpen;
    private long dialled;
    private long dialledOpen;
    private long receivedBytes;
    private long sentBytes;

    /** A client has connected. */
    public void accepted() {
        accepted++;
        acceptedOpen++;
    }

    /** A connection is being made. */
    public void dialled() {
        dialled++;
        dialledOpen++;
    }

    /** A connection is closed, or could not be made. */
    public void closed(boolean wasAccepted) {
        if (wasAccepted) {
            acceptedOpen--;
        } else {
            dialledOpen--;
        }
    }

    /** Bytes came from the network. */
    public void received(long bytes) {
        receivedBytes += bytes;
    }

    /** The network has taken bytes. */
    public void sent(long bytes) {
        sentBytes += bytes;
    }

    /** {@return how many connections are open or being made} */
    public int open() {
        return (int) (acceptedOpen + dialledOpen);
    }

    /** {@return what was counted until now, and how many buffers there are} */
    public LoopCounts reading(BufferPool buffers) {
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
