package org.busbench.mediation.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes at a time. */
final class Bytes {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private Bytes() {}

    static long word(byte[] in, int at) {
        return (long) WORD.get(in, at);
    }

    /** Whether {@code what} stands at {@code at} and ends before {@code limit}. */
    static boolean same(byte[] in, int at, int limit, byte[] what) {
        int length = what.length;
        if (limit - at < length) {
            return false;
        }
        if (length < 8) {
            for (int i = 0; i < length; i++) {
                if (in[at + i] != what[i]) {
                    return false;
                }
            }
            return true;
        }
        int last = length - 8;
        for (int i = 0; i < last; i += 8) {
            if (word(in, at + i) != word(what, i)) {
                return false;
            }
        }
        return word(in, at + last) == word(what, last);
    }

    static int hash(byte[] in, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            hash = (hash ^ word(in, at)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        for (; at < to; at++) {
            hash = (hash ^ in[at]) * 0x9E3779B97F4A7C15L;
        }
        return (int) (hash ^ hash >>> 32);
    }

    /**
     * The first byte from {@code at} on that is not plain text ({@code 0x20} to {@code 0x7f} without {@code <}, {@code &} and {@code ]}),
     * or {@code limit}.
     */
    static int plain(byte[] in, int at, int limit) {
        int next = at;
        while (next < limit && next + 8 <= in.length) {
            long word = word(in, next);
            long found = (word
                            | (word - 0x20 * ONES)
                            | zero(word ^ '<' * ONES)
                            | zero(word ^ '&' * ONES)
                            | zero(word ^ ']' * ONES))
                    & HIGHS;
            if (found != 0) {
                return Math.min(limit, next + (Long.numberOfTrailingZeros(found) >>> 3));
            }
            next += 8;
        }
        while (next < limit && isPlain(in[next])) {
            next++;
        }
        return Math.min(next, limit);
    }

    /** High bit set in the first zero byte (and perhaps in later bytes). */
    private static long zero(long word) {
        return (word - ONES) & ~word;
    }

    private static boolean isPlain(byte b) {
        return b >= 0x20 && b != '<' && b != '&' && b != ']';
    }
}
