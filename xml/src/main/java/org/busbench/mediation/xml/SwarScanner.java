package org.busbench.mediation.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Bytes that stand for themselves, looked for eight at a time. Such bytes are {@code 0x20} to {@code 0x7f} but for a few.
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
    static final SwarScanner TEXT = new SwarScanner('<', '<' ^ ']', '&');

    /**
     * What a result never has to escape: without {@code >} too, and without {@code ?}, {@code ^}, {@code _}, {@code ~} and {@code 0x7f}, which one
     * comparison cannot tell from it.
     */
    static final SwarScanner VERBATIM = new SwarScanner('<', ('<' ^ ']') | ('<' ^ '>'), '&');

    private static final SwarScanner QUOTED = new SwarScanner('&', '&' ^ '"', '<');

    private static final SwarScanner SINGLE_QUOTED = new SwarScanner('&', '&' ^ '\'', '<');

    /** All but the byte with which the end of a comment, an instruction or a CDATA section begins. */
    static final SwarScanner COMMENT = new SwarScanner('-', 0, '-');

    static final SwarScanner INSTRUCTION = new SwarScanner('?', 0, '?');
    static final SwarScanner CDATA = new SwarScanner(']', 0, ']');

    private static final int WORD = Long.BYTES;

    private final long ones;
    private final long highs;
    private final long space;
    private final long second;
    /** The bits that are not looked at when bytes are compared with the first. */
    private final long ignored;

    private final long first;

    /** Stops at {@code first}, also at what differs from it in ignored bits only, and at {@code second}. */
    private SwarScanner(int first, int ignored, int second) {
        this.ones = ONES;
        this.highs = ONES << 7;
        this.space = ' ' * ONES;
        this.second = second * ONES;
        this.ignored = ignored * ONES;
        this.first = (ignored | first) * ONES;
    }

    /** All but {@code <}, {@code &} and the quote: what stands for itself in an attribute's value. */
    static SwarScanner inQuotes(byte quote) {
        return quote == '"' ? QUOTED : SINGLE_QUOTED;
    }

    /** The first byte from {@code at} on that is not plain, or {@code limit}. */
    int end(byte[] in, int at, int limit) {
        // Most texts are short: they need no loop, which is dear to enter.
        if (limit - at >= 2 * WORD) {
            long found = others(word(in, at)) & highs;
            if (found != 0) {
                return at + firstOf(found);
            }
            found = others(word(in, at + WORD)) & highs;
            return found != 0 ? at + WORD + firstOf(found) : endOfLong(in, at + 2 * WORD, limit);
        }
        return endOfLong(in, at, limit);
    }

    private int endOfLong(byte[] in, int at, int limit) {
        int next = at;
        while (next <= limit - 2 * WORD) {
            long found = others(word(in, next)) & highs;
            long after = others(word(in, next + WORD)) & highs;
            if ((found | after) != 0) {
                return found != 0 ? next + firstOf(found) : next + WORD + firstOf(after);
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
        return word | (word - space) | (((word | ignored) ^ first) - ones) | ((word ^ second) - ones);
    }

    private static int firstOf(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }

    static long word(byte[] in, int at) {
        return (long) LONG.get(in, at);
    }

    static int hash(byte[] in, int from, int to) {
        int length = to - from;
        long hash = length;
        for (int at = from; at < to - WORD; at += WORD) {
            hash = mixed(hash ^ word(in, at));
        }
        return (int) (mixed(hash ^ (length < WORD ? shortWord(in, from, length) : word(in, to - WORD))) >>> 32);
    }

    /** Twice, since a product's lower bits say nothing of a factor's upper ones. */
    private static long mixed(long hash) {
        long once = hash * 0x9E3779B97F4A7C15L;
        return (once ^ (once >>> 32)) * 0x9E3779B97F4A7C15L;
    }

    private static long shortWord(byte[] in, int from, int length) {
        if (in.length - from >= WORD) {
            return word(in, from) & ((1L << (Byte.SIZE * length)) - 1);
        }
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = (word << Byte.SIZE) | (in[from + i] & 0xff);
        }
        return word;
    }

    /** The first byte from {@code at} on that is neither plain text nor white space that stands for itself, or {@code limit}. */
    static int content(byte[] in, int at, int limit) {
        int next = TEXT.end(in, at < limit && in[at] == '\n' ? at + 1 : at, limit);
        while (next < limit && (in[next] == '\n' || in[next] == '\t')) {
            next = TEXT.end(in, next + 1, limit);
        }
        return next;
    }
}
