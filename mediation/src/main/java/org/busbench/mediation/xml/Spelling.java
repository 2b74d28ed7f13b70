package org.busbench.mediation.xml;

import java.util.Arrays;

/**
 * Bytes that are expected to come again, prepared to be recognised with two comparisons of eight bytes when they are sixteen or less, and one more for each
 * further eight. Immutable, subclasses aside.
 */
class Spelling {
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

    Spelling(byte[] bytes) {
        this.bytes = bytes;
        this.length = bytes.length;
        byte[] padded = Arrays.copyOf(bytes, Math.max(WORD, length));
        this.head = Bytes.word(padded, 0);
        this.headMask = length < WORD ? (1L << (length * Byte.SIZE)) - 1 : -1;
        this.second = wordAt(1);
        this.third = wordAt(2);
        this.fourth = wordAt(3);
        this.fifth = wordAt(4);
        this.tailAt = padded.length - WORD;
        this.tail = Bytes.word(padded, tailAt);
    }

    /** A word that the one at the end does not hold, or 0. */
    private long wordAt(int index) {
        return length > (index + 1) * WORD ? Bytes.word(bytes, index * WORD) : 0;
    }

    final int length() {
        return length;
    }

    /** Whether it stands at {@code at} and ends before {@code limit}, which is no more than the array's length. */
    final boolean stands(byte[] in, int at, int limit) {
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
                && (length <= 2 * WORD || middleStands(in, at));
    }

    /** Without a loop, which is dear to enter. */
    private boolean middleStands(byte[] in, int at) {
        if (Bytes.word(in, at + WORD) != second) {
            return false;
        }
        if (length <= 3 * WORD) {
            return true;
        }
        if (Bytes.word(in, at + 2 * WORD) != third) {
            return false;
        }
        if (length <= 4 * WORD) {
            return true;
        }
        if (Bytes.word(in, at + 3 * WORD) != fourth) {
            return false;
        }
        return length <= 5 * WORD
                || (Bytes.word(in, at + 4 * WORD) == fifth && (length <= 6 * WORD || restStands(in, at)));
    }

    private boolean restStands(byte[] in, int at) {
        return Arrays.equals(in, at + 5 * WORD, at + tailAt, bytes, 5 * WORD, tailAt);
    }
}
