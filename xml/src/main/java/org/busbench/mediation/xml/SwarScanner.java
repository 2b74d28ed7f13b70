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
    private final long lows;
    /** The bits that are not looked at when bytes are compared with the first. */
    private final long ignored;

    private final long first;

    /** Stops at {@code first}, also at what differs from it in ignored bits only, and at {@code second}. */
    private SwarScanner(int first, int ignored, int second) {
        this.ones = ONES;
        this.highs = ONES << 7;
        this.lows = ~highs;
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

    /**
     * Index after plain bytes and characters beyond ASCII, from the beginning of a character on. Halts earlier, at the beginning of a character, where
     * {@link Characters#length} has to tell: at those that begin with {@code 0xED}, {@code 0xEF} or {@code 0xF4}, at what is no UTF-8, and within the last
     * eight bytes.
     */
    int wordsEnd(byte[] in, int at, int limit) {
        int next = at;
        // High bits of the bytes that have to continue a character, and of those that could write one in more bytes
        // than it needs (RFC 3629 section 3).
        long due = 0;
        long afterE0 = 0;
        long afterF0 = 0;
        while (next <= limit - WORD) {
            if (due == 0 && isPlainThree(in, next)) {
                next += 3;
                continue;
            }
            long word = word(in, next);
            long beyond = word & highs;
            long lead = beyond & (word << 1);
            long three = lead & (word << 2);
            long four = three & (word << 3);
            long bit3 = word << 4;
            long bit2 = word << 5;
            long upper = bit3 | bit2 | (word << 6);
            long least = ~(upper | (word << 7));
            long e0 = three & ~four & least;
            long f0 = four & least;
            due |= (lead << 8) | (three << 16) | (four << 24);
            afterE0 |= e0 << 8;
            afterF0 |= f0 << 8;
            long odd = ((beyond & ~lead) ^ due)
                    | (afterE0 & ~(word << 2))
                    | (afterF0 & ~((word << 2) | (word << 3)))
                    | (four & (bit3 | bit2))
                    | (three & bit3 & bit2 & (word << 7))
                    | (lead & ~three & ~(upper | (word << 3)));
            long found = odd | stops(word);
            if (found != 0) {
                next += firstOf(found);
                return (found & -found & due) == 0 ? next : characterFrom(in, next);
            }
            due = (lead >>> 56) | (three >>> 48) | (four >>> 40);
            afterE0 = e0 >>> 56;
            afterF0 = f0 >>> 56;
            next += WORD;
        }
        return due == 0 ? next : characterFrom(in, next);
    }

    /** Whether a character of three bytes stands there that its first byte tells to be allowed: most of Chinese and Japanese. */
    private static boolean isPlainThree(byte[] in, int at) {
        byte first = in[at];
        return first > (byte) 0xE0 && first < (byte) 0xED && in[at + 1] < (byte) 0xC0 && in[at + 2] < (byte) 0xC0;
    }

    /** Like {@link #end}, and then over characters beyond ASCII like {@link #wordsEnd}. */
    int charactersEnd(byte[] in, int at, int limit) {
        int end = end(in, at, limit);
        return end < limit && in[end] < 0 ? wordsEnd(in, end, limit) : end;
    }

    /** Where the character begins that is not complete before {@code at}. */
    private static int characterFrom(byte[] in, int at) {
        int from = at - 1;
        while ((in[from] & 0xC0) == 0x80) {
            from--;
        }
        return from;
    }

    /** The high bits of the bytes of ASCII that are not plain. */
    private long stops(long word) {
        long low = word & lows;
        long plain = ((((low | ignored) ^ first) + lows) & ((low ^ second) + lows)) & (low + (lows - space + ones));
        return ~(plain | word) & highs;
    }

    /** The high bits of the bytes that are white space or controls, {@code /}, or one of {@code ;} to {@code ?}. */
    static long inNoName(long word) {
        long lows = 0x7f * ONES;
        long low = word & lows;
        long others =
                ~(low + 0x5F * ONES) | ((low + 0x45 * ONES) & ~(low + 0x40 * ONES)) | ~((low ^ '/' * ONES) + lows);
        return others & ~word & ~lows;
    }

    /** The high bits of the bytes that are no white space. */
    static long noSpaces(long word) {
        long lows = 0x7f * ONES;
        long low = word & lows;
        long others = ((low ^ ' ' * ONES) + lows)
                & ((low ^ '\n' * ONES) + lows)
                & ((low ^ '\t' * ONES) + lows)
                & ((low ^ '\r' * ONES) + lows);
        return (others | word) & ~lows;
    }

    static int firstOf(long found) {
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
        while (next < limit && in[next] != '<') {
            int from = next;
            byte b = in[from];
            next = b < 0
                    ? TEXT.wordsEnd(in, from, limit)
                    : b == '\n' || b == '\t' ? TEXT.end(in, from + 1, limit) : from;
            if (next == from) {
                return next;
            }
        }
        return next;
    }
}
