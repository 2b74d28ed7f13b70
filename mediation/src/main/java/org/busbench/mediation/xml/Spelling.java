package org.busbench.mediation.xml;

import java.util.Arrays;

/**
 * Bytes that are expected to come again, prepared to be recognised with two comparisons of eight bytes when they are sixteen or less, with three when they
 * are twenty-four. Immutable.
 */
final class Spelling {
    private static final int WORD = Long.BYTES;

    final byte[] bytes;
    private final int length;
    private final long head;
    private final long headMask;
    private final long middle;
    private final int tailAt;
    private final long tail;

    Spelling(byte[] bytes) {
        this.bytes = bytes;
        this.length = bytes.length;
        byte[] padded = Arrays.copyOf(bytes, Math.max(WORD, length));
        this.head = Bytes.word(padded, 0);
        this.headMask = length < WORD ? (1L << (length * Byte.SIZE)) - 1 : -1;
        this.middle = length > 2 * WORD ? Bytes.word(padded, WORD) : 0;
        this.tailAt = padded.length - WORD;
        this.tail = Bytes.word(padded, tailAt);
    }

    int length() {
        return length;
    }

    /** Whether it stands at {@code at} and ends before {@code limit}, which is no more than the array's length. */
    boolean stands(byte[] in, int at, int limit) {
        if (limit - at < length) {
            return false;
        }
        if (length < WORD) {
            return in.length - at < WORD
                    ? Arrays.equals(in, at, at + length, bytes, 0, length)
                    : ((Bytes.word(in, at) ^ head) & headMask) == 0;
        }
        return Bytes.word(in, at) == head
                && Bytes.word(in, at + tailAt) == tail
                && (length <= 2 * WORD
                        || (Bytes.word(in, at + WORD) == middle && (length <= 3 * WORD || restStands(in, at))));
    }

    private boolean restStands(byte[] in, int at) {
        return Arrays.equals(in, at + 2 * WORD, at + tailAt, bytes, 2 * WORD, tailAt);
    }
}
