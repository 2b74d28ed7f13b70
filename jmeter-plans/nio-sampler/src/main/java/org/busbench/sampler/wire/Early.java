package org.busbench.sampler.wire;

import java.util.Arrays;

/** What came over a connection while nothing was asked: it is read as the next request's answer, as any client would. */
final class Early {
    private static final int MOST = 64 * 1024;

    private byte[] bytes;

    void add(byte[] more, int length) {
        int before = bytes == null ? 0 : bytes.length;
        bytes = bytes == null ? new byte[length] : Arrays.copyOf(bytes, before + length);
        System.arraycopy(more, 0, bytes, before, length);
    }

    boolean isMuch() {
        return bytes != null && bytes.length > MOST;
    }

    /** The bytes, which are gone from here; null when none came. */
    byte[] take() {
        byte[] taken = bytes;
        bytes = null;
        return taken;
    }
}
