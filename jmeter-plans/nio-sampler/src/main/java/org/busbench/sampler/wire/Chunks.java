package org.busbench.sampler.wire;

import java.util.ArrayDeque;

/** Memory for answers that come in several reads, reused and bounded: when all is lent, answers are judged but not kept. */
final class Chunks {
    static final int SIZE = 128 * 1024;
    private static final int MOST = 512;

    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private int lent;

    /** A chunk of {@link #SIZE} bytes; null when too many are lent. */
    byte[] lend() {
        if (lent == MOST) {
            return null;
        }
        lent++;
        byte[] chunk = free.poll();
        return chunk == null ? new byte[SIZE] : chunk;
    }

    void giveBack(byte[] chunk) {
        lent--;
        free.push(chunk);
    }
}
