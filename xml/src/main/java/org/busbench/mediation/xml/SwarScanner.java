package org.busbench.mediation.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes that stand for themselves in a text, looked for eight at a time. Such bytes are {@code 0x20} to {@code 0x7f} but for a few.
 *
 * <p>The words with which bytes are compared are fields of an object, since C2 loads a constant of eight bytes anew wherever it is used, and keeps a field in
 * a register. Immutable.
 */
final class SwarScanner {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;

    /**
     * All but {@code <}, {@code &} and {@code ]}; {@code =}, {@code }}, {@code |} and {@code \} too, which one comparison cannot tell from them.
     */
    static final SwarScanner TEXT = new SwarScanner('<' ^ ']');

    /**
     * What a result never has to escape: without {@code >} too, and without {@code ?}, {@code ^}, {@code _}, {@code ~} and {@code 0x7f}, which one
     * comparison cannot tell from it.
     */
    static final SwarScanner VERBATIM = new SwarScanner(('<' ^ ']') | ('<' ^ '>'));

    private static final int WORD = Long.BYTES;

    private final long ones;
    private final long highs;
    private final long space;
    private final long ampersand;
    /** The bits that are not looked at when bytes are compared with {@code <}. */
    private final long ignored;

    private final long less;

    private SwarScanner(int ignored) {
        this.ones = ONES;
        this.highs = ONES << 7;
        this.space = ' ' * ONES;
        this.ampersand = '&' * ONES;
        this.ignored = ignored * ONES;
        this.less = (ignored | '<') * ONES;
    }

    /** The first byte from {@code at} on that is not plain, or {@code limit}. */
    int end(byte[] in, int at, int limit) {
        // Most texts are short: they need no loop, which is dear to enter.
        if (limit - at >= 2 * WORD) {
            long found = others(word(in, at)) & highs;
            if (found != 0) {
                return at + first(found);
            }
            found = others(word(in, at + WORD)) & highs;
            return found != 0 ? at + WORD + first(found) : endOfLong(in, at + 2 * WORD, limit);
        }
        return endOfLong(in, at, limit);
    }

    private int endOfLong(byte[] in, int at, int limit) {
        int next = at;
        while (next <= limit - 2 * WORD) {
            long found = others(word(in, next)) & highs;
            long after = others(word(in, next + WORD)) & highs;
            if ((found | after) != 0) {
                return found != 0 ? next + first(found) : next + WORD + first(after);
            }
            next += 2 * WORD;
        }
        while (next < limit && (others((in[next] & 0xff) | ('x' * (ones - 1))) & highs) == 0) {
            next++;
        }
        return next;
    }

    /** High bit set in the first byte that is not plain, and perhaps in later bytes; of other bits nothing is said. */
    private long others(long word) {
        return word | (word - space) | (((word | ignored) ^ less) - ones) | ((word ^ ampersand) - ones);
    }

    private static int first(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }

    static long word(byte[] in, int at) {
        return (long) LONG.get(in, at);
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

    /** The first byte from {@code at} on that is neither plain text nor white space that stands for itself, or {@code limit}. */
    static int content(byte[] in, int at, int limit) {
        int next = TEXT.end(in, at, limit);
        while (next < limit && (in[next] == '\n' || in[next] == '\t')) {
            next = TEXT.end(in, next + 1, limit);
        }
        return next;
    }
}
