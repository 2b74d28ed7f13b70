package org.busbench.mediation.xml;

import java.util.Arrays;

/**
 * A sequence of bytes, prepared to be recognised with two comparisons of eight bytes when it has at most sixteen, and one more for each further eight.
 * Immutable, subclasses aside.
 */
class BytePattern {
    private static final int WORD = Long.BYTES;

    final byte[] bytes;
    private final int length;
    private final long head;
    private final long headMask;
    private final long second;
    private final long third;
    private final long fourth;
    private final long fifth;
    private final int tailAt;
    private final long tail;

    BytePattern(byte[] bytes) {
        this.bytes = bytes;
        this.length = bytes.length;
        byte[] padded = Arrays.copyOf(bytes, Math.max(WORD, length));
        this.head = SwarScanner.word(padded, 0);
        this.headMask = length < WORD ? (1L << (length * Byte.SIZE)) - 1 : -1;
        this.second = wordAt(1);
        this.third = wordAt(2);
        this.fourth = wordAt(3);
        this.fifth = wordAt(4);
        this.tailAt = padded.length - WORD;
        this.tail = SwarScanner.word(padded, tailAt);
    }

    /** A word that the one at the end does not hold, or 0. */
    private long wordAt(int index) {
        return length > (index + 1) * WORD ? SwarScanner.word(bytes, index * WORD) : 0;
    }

    final int length() {
        return length;
    }

    /** Whether it stands at {@code at} and ends before {@code limit}, which is no more than the array's length. */
    final boolean matches(byte[] in, int at, int limit) {
        if (limit - at < length) {
            return false;
        }
        if (in.length - at < WORD) {
            return Arrays.equals(in, at, at + length, bytes, 0, length);
        }
        return ((SwarScanner.word(in, at) ^ head) & headMask) == 0
                && (length <= WORD
                        || (SwarScanner.word(in, at + tailAt) == tail
                                && (length <= 2 * WORD || middleMatches(in, at))));
    }

    /** Without a loop, which is dear to enter. */
    private boolean middleMatches(byte[] in, int at) {
        if (SwarScanner.word(in, at + WORD) != second) {
            return false;
        }
        if (length <= 3 * WORD) {
            return true;
        }
        if (SwarScanner.word(in, at + 2 * WORD) != third) {
            return false;
        }
        if (length <= 4 * WORD) {
            return true;
        }
        if (SwarScanner.word(in, at + 3 * WORD) != fourth) {
            return false;
        }
        return length <= 5 * WORD
                || (SwarScanner.word(in, at + 4 * WORD) == fifth && (length <= 6 * WORD || restMatches(in, at)));
    }

    private boolean restMatches(byte[] in, int at) {
        return Arrays.equals(in, at + 5 * WORD, at + tailAt, bytes, 5 * WORD, tailAt);
    }
}
