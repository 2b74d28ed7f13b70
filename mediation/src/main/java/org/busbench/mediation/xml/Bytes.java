package org.busbench.mediation.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes at a time. */
final class Bytes {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    /** The bits in which {@code <} and {@code ]} differ. */
    private static final long ENDS_TEXT = ('<' ^ ']') * ONES;
    /** The bits in which {@code <}, {@code ]} and {@code >} differ. */
    private static final long IS_ESCAPED = (('<' ^ ']') | ('<' ^ '>')) * ONES;

    private Bytes() {}

    static long word(byte[] in, int at) {
        return (long) WORD.get(in, at);
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
     * The first byte from {@code at} on that is not plain text, or {@code limit}. Plain are {@code 0x20} to {@code 0x7f} but {@code <}, {@code &},
     * {@code ]}, and {@code =}, {@code }}, {@code |}, {@code \}, which one comparison cannot tell from the first and third.
     */
    static int plain(byte[] in, int at, int limit) {
        return plain(in, at, limit, ENDS_TEXT);
    }

    /**
     * The first byte from {@code at} on that is not plain text, or that a result may have to escape, or {@code limit}: beyond those of {@link #plain}
     * {@code >}, and {@code ?}, {@code ^}, {@code _}, {@code ~}, {@code 0x7f}, which one comparison cannot tell from it.
     */
    static int verbatim(byte[] in, int at, int limit) {
        return plain(in, at, limit, IS_ESCAPED);
    }

    private static int plain(byte[] in, int at, int limit, long fold) {
        // Most texts are short: they need no loop, which is dear to enter.
        if (limit - at >= 16) {
            long found = notPlain(word(in, at), fold);
            if (found != 0) {
                return at + first(found);
            }
            found = notPlain(word(in, at + 8), fold);
            return found != 0 ? at + 8 + first(found) : longPlain(in, at + 16, limit, fold);
        }
        return longPlain(in, at, limit, fold);
    }

    private static int longPlain(byte[] in, int at, int limit, long fold) {
        int next = at;
        for (; next <= limit - 8; next += 8) {
            long found = notPlain(word(in, next), fold);
            if (found != 0) {
                return next + first(found);
            }
        }
        while (next < limit && notPlain(in[next], fold) == 0) {
            next++;
        }
        return next;
    }

    /** High bit set in the first byte that is not plain (and perhaps in later bytes), 0 when there is none. */
    private static long notPlain(long word, long fold) {
        return (word
                        | (word - 0x20 * ONES)
                        | (((word | fold) ^ (fold | '<' * ONES)) - ONES)
                        | ((word ^ '&' * ONES) - ONES))
                & HIGHS;
    }

    private static long notPlain(byte b, long fold) {
        return notPlain((b & 0xff) | ('x' * (ONES - 1)), fold);
    }

    private static int first(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }

    /** The first byte from {@code at} on that is neither plain text nor white space that stands for itself, or {@code limit}. */
    static int content(byte[] in, int at, int limit) {
        int next = plain(in, at, limit);
        while (next < limit && (in[next] == '\n' || in[next] == '\t')) {
            next = plain(in, next + 1, limit);
        }
        return next;
    }
}
