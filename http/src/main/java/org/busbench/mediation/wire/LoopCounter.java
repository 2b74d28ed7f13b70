package org.busbench.mediation.wire;

import org.busbench.mediation.buffer.BufferPool;

/** The counts of one loop. For its thread. */
public final class LoopCounter {
    private static final int ACCEPTED = 0;
    private static final int ACCEPTED_OPEN = 1;
    private static final int DIALLED = 2;
    private static final int DIALLED_OPEN = 3;
    private static final int RECEIVED_BYTES = 4;
    private static final int SENT_BYTES = 5;

    private final PaddedCounts counts = new PaddedCounts(SENT_BYTES + 1);

    /** A client has connected. */
    public void accepted() {
        counts.add(ACCEPTED, 1);
        counts.add(ACCEPTED_OPEN, 1);
    }

    /** A connection is being made. */
    public void dialled() {
        counts.add(DIALLED, 1);
        counts.add(DIALLED_OPEN, 1);
    }

    /** A connection is closed, or could not be made. */
    public void closed(boolean wasAccepted) {
        counts.add(wasAccepted ? ACCEPTED_OPEN : DIALLED_OPEN, -1);
    }

    /** Bytes came from the network. */
    public void received(long bytes) {
        counts.add(RECEIVED_BYTES, bytes);
    }

    /** The network has taken bytes. */
    public void sent(long bytes) {
        counts.add(SENT_BYTES, bytes);
    }

    /** {@return how many connections are open or being made} */
    public int open() {
        return (int) (counts.get(ACCEPTED_OPEN) + counts.get(DIALLED_OPEN));
    }

    /** {@return what was counted until now, and how many buffers there are} */
    public LoopCounts reading(BufferPool buffers) {
        return new LoopCounts(
                counts.get(ACCEPTED),
                counts.get(ACCEPTED_OPEN),
                counts.get(DIALLED),
                counts.get(DIALLED_OPEN),
                counts.get(RECEIVED_BYTES),
                counts.get(SENT_BYTES),
                buffers.inUse(),
                buffers.pooled(),
                buffers.bufferBytes());
    }
}
