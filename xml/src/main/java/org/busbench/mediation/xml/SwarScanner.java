package org.busbench.mediation.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

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

    /** Of {@link #attributeHash} and {@link #tagHash}. */
    static final int HASH_BITS = 10;

    /** How many bytes from the beginning of a tag on {@link #tagHash} reads. */
    static final int TAG_BEGINNING = 1 + 2 * Long.BYTES;

    private static final int WORD = Long.BYTES;

    // Where in a character of UTF-8 a byte stands (RFC 3629 section 4); each is the number of a state.
    private static final int WHOLE = 0;
    private static final int ONE_MORE = 6;
    private static final int TWO_MORE = 12;
    private static final int THREE_MORE = 18;
    private static final int AFTER_E0 = 24;
    private static final int AFTER_ED = 30;
    private static final int AFTER_EF = 36;
    private static final int AFTER_F0 = 42;
    private static final int AFTER_F4 = 48;
    private static final int HALT = 54;
    private static final int STATE = 63;

    private final long ones;
    private final long highs;
    private final long space;
    private final long second;
    /** The bits that are not looked at when bytes are compared with the first. */
    private final long ignored;

    private final long first;

    /** By bytes: see {@link #follows}. */
    private final long[] next = new long[256];

    /** Stops at {@code first}, also at what differs from it in ignored bits only, and at {@code second}. */
    private SwarScanner(int first, int ignored, int second) {
        this.ones = ONES;
        this.highs = ONES << 7;
        this.space = ' ' * ONES;
        this.second = second * ONES;
        this.ignored = ignored * ONES;
        this.first = (ignored | first) * ONES;
        Arrays.setAll(next, this::follows);
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

    /** Index after white space, like {@link Characters#spaceEnd}, but blanks are counted without a branch, since they are often some. */
    static int spaceEnd(byte[] in, int at, int limit) {
        if (limit - at <= WORD + 1 || !Characters.isSpace(in[at])) {
            return Characters.spaceEnd(in, at, limit);
        }
        int end = at + 1 + firstOf(word(in, at + 1) ^ TEXT.space);
        return (in[end] & 0xff) > ' ' ? end : Characters.spaceEnd(in, end, limit);
    }

    private int endOfLong(byte[] in, int at, int limit) {
        int next = at;
        while (next <= limit - 2 * WORD) {
            long found = others(word(in, next)) & highs;
            long after = others(word(in, next + WORD)) & highs;
            if ((found | after) != 0) {
                return next + firstOf(found, after);
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
     * {@link Characters#length} has to tell: at what is no UTF-8, at {@code U+FFC0} and above in three bytes, and at a character that {@code limit} cuts off.
     */
    int wordsEnd(byte[] in, int at, int limit) {
        long[] rows = next;
        long state = WHOLE;
        int end = at;
        while (end < limit) {
            long following = rows[in[end] & 0xff] >>> state;
            if ((following & STATE) == HALT) {
                break;
            }
            state = following;
            end++;
        }
        while ((state & STATE) != WHOLE) {
            end--;
            state = (in[end] & 0xC0) == 0x80 ? state : WHOLE;
        }
        return end;
    }

    /**
     * What follows on a byte, for each state six bits that begin at the number of the state: shifted by a state it holds the next one in its last six bits.
     */
    private long follows(int b) {
        boolean continues = b >= 0x80 && b < 0xC0;
        long row = (long) HALT << HALT;
        row |= (long) (b < 0x80 && (others(b * ones) & highs) == 0 ? WHOLE : continues ? HALT : begins(b)) << WHOLE;
        row |= (long) (continues ? WHOLE : HALT) << ONE_MORE;
        row |= (long) (continues ? ONE_MORE : HALT) << TWO_MORE;
        row |= (long) (continues ? TWO_MORE : HALT) << THREE_MORE;
        row |= (long) (continues && b >= 0xA0 ? ONE_MORE : HALT) << AFTER_E0;
        row |= (long) (continues && b < 0xA0 ? ONE_MORE : HALT) << AFTER_ED;
        row |= (long) (continues && b < 0xBF ? ONE_MORE : HALT) << AFTER_EF;
        row |= (long) (continues && b >= 0x90 ? TWO_MORE : HALT) << AFTER_F0;
        row |= (long) (continues && b < 0x90 ? TWO_MORE : HALT) << AFTER_F4;
        return row;
    }

    private static int begins(int b) {
        return switch (b) {
            case 0xE0 -> AFTER_E0;
            case 0xED -> AFTER_ED;
            case 0xEF -> AFTER_EF;
            case 0xF0 -> AFTER_F0;
            case 0xF4 -> AFTER_F4;
            default -> b < 0xC2 || b > 0xF4 ? HALT : b < 0xE0 ? ONE_MORE : b < 0xF0 ? TWO_MORE : THREE_MORE;
        };
    }

    /** Like {@link #end}, and then over characters beyond ASCII like {@link #wordsEnd}. */
    int charactersEnd(byte[] in, int at, int limit) {
        int end = end(in, at, limit);
        return end < limit && in[end] < 0 ? wordsEnd(in, end, limit) : end;
    }

    /** Like {@link #charactersEnd}, for bytes that mostly end within sixteen, but anywhere there: without a branch between the two words. */
    int varyingEnd(byte[] in, int at, int limit) {
        if (limit - at < 2 * WORD) {
            return charactersEnd(in, at, limit);
        }
        long found = others(word(in, at)) & highs;
        long after = others(word(in, at + WORD)) & highs;
        int end = at + firstOf(found, after);
        if ((found | after) == 0) {
            return charactersEnd(in, end, limit);
        }
        return in[end] < 0 ? wordsEnd(in, end, limit) : end;
    }

    /** The high bits of the bytes that are white space or controls, {@code /}, or one of {@code ;} to {@code ?}. */
    private static long inNoName(long word) {
        long lows = 0x7f * ONES;
        long low = word & lows;
        long others =
                ~(low + 0x5F * ONES) | ((low + 0x45 * ONES) & ~(low + 0x40 * ONES)) | ~((low ^ '/' * ONES) + lows);
        return others & ~word & ~lows;
    }

    private static int firstOf(long found) {
        return Long.numberOfTrailingZeros(found) >>> 3;
    }

    /** In two words, 16 when neither has a bit set; without a branch. */
    private static int firstOf(long found, long after) {
        int first = firstOf(found);
        return first + (firstOf(after) & -(first >>> 3));
    }

    static long word(byte[] in, int at) {
        return (long) LONG.get(in, at);
    }

    static int hash(byte[] in, int from, int to) {
        int length = to - from;
        long hash = length;
        int at = from;
        for (; at < to - WORD; at += WORD) {
            hash = mixed(hash ^ word(in, at));
        }
        if (length >= WORD) {
            return (int) (mixed(hash ^ word(in, to - WORD)) >>> 32);
        }
        for (; at < to; at++) {
            hash = mixed(hash ^ in[at]);
        }
        return (int) (hash >>> 32);
    }

    /** A hash of an attribute's bytes up to the one after its {@code =}, or of the word if that holds none. */
    static int attributeHash(long word) {
        long others = word ^ '=' * ONES;
        long kept = upTo((others - ONES) & ~others & (ONES << 7));
        return (int) (mixed(word & (kept | (kept << Byte.SIZE))) >>> (Long.SIZE - HASH_BITS));
    }

    /** A hash of a start tag's bytes up to the one after its name, sixteen of a name at most, and of what is in force there. */
    static int tagHash(byte[] in, int at, int outer) {
        // From its second byte on: the first is in no name.
        long first = word(in, at + 1);
        long ends = inNoName(first);
        long second = word(in, at + 1 + WORD);
        long rest = ends == 0 ? second & upTo(inNoName(second)) : 0;
        return (int) (mixed((first & upTo(ends)) ^ mixed(rest ^ outer)) >>> (Long.SIZE - HASH_BITS));
    }

    /** The bits up to the lowest that is set, all when none is. */
    private static long upTo(long bits) {
        return bits ^ (bits - 1);
    }

    /** Twice, since a product's lower bits say nothing of a factor's upper ones. */
    private static long mixed(long hash) {
        long once = hash * 0x9E3779B97F4A7C15L;
        return (once ^ (once >>> 32)) * 0x9E3779B97F4A7C15L;
    }

    /** The first byte from {@code at} on that is neither plain text nor white space that stands for itself, or {@code limit}. */
    static int content(byte[] in, int at, int limit) {
        int next = at < limit && in[at] == '\n' ? blanksEnd(in, at + 1, limit) : at;
        if (next < limit && in[next] != '<') {
            next = TEXT.end(in, next, limit);
        }
        while (next < limit && in[next] != '<') {
            int from = next;
            byte b = in[from];
            next = b < 0
                    ? TEXT.wordsEnd(in, from, limit)
                    : b == '\n' || b == '\t' ? TEXT.end(in, indentEnd(in, from, limit), limit) : from;
            if (next == from) {
                return next;
            }
        }
        return next;
    }

    /** Index after line feeds and tabulators, and then after some blanks. */
    private static int indentEnd(byte[] in, int at, int limit) {
        int end = at;
        while (end < limit && (in[end] == '\n' || in[end] == '\t')) {
            end++;
        }
        return end == at ? at : blanksEnd(in, end, limit);
    }

    /** Index after at most 32 blanks; near {@code limit} after none. It takes no branch that depends on their number, since indents vary. */
    private static int blanksEnd(byte[] in, int at, int limit) {
        if (limit - at < 4 * WORD || in[at] != ' ') {
            return at;
        }
        long blanks = TEXT.space;
        int first = firstOf(word(in, at) ^ blanks, word(in, at + WORD) ^ blanks);
        int second = firstOf(word(in, at + 2 * WORD) ^ blanks, word(in, at + 3 * WORD) ^ blanks);
        return at + first + (second & -(first >>> 4));
    }
}
