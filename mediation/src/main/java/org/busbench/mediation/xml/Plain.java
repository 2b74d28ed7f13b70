package org.busbench.mediation.xml;

/**
 * Bytes that stand for themselves in a text, looked for eight at a time. Plain are {@code 0x20} to {@code 0x7f} but for a few.
 *
 * <p>The words with which bytes are compared are fields of an object, since C2 loads a constant of eight bytes anew wherever it is used, and keeps a field in
 * a register. Immutable.
 */
final class Plain {
    /**
     * All but {@code <}, {@code &}, {@code ]}, and {@code =}, {@code }}, {@code |}, {@code \}, which one comparison cannot tell from the first and third.
     */
    static final Plain TEXT = new Plain('<' ^ ']');

    /**
     * What a result never has to escape: without {@code >}, too, and {@code ?}, {@code ^}, {@code _}, {@code ~}, {@code 0x7f}, which one comparison cannot tell
     * from it.
     */
    static final Plain VERBATIM = new Plain(('<' ^ ']') | ('<' ^ '>'));

    private static final int WORD = Long.BYTES;

    private final long ones;
    private final long highs;
    private final long space;
    private final long ampersand;
    /** The bits that are not looked at when bytes are compared with {@code <}. */
    private final long ignored;

    private final long less;

    private Plain(int ignored) {
        this.ones = Bytes.ONES;
        this.highs = Bytes.ONES << 7;
        this.space = ' ' * Bytes.ONES;
        this.ampersand = '&' * Bytes.ONES;
        this.ignored = ignored * Bytes.ONES;
        this.less = (ignored | '<') * Bytes.ONES;
    }

    /** The first byte from {@code at} on that is not plain, or {@code limit}. */
    int end(byte[] in, int at, int limit) {
        // Most texts are short: they need no loop, which is dear to enter.
        if (limit - at >= 2 * WORD) {
            long found = others(Bytes.word(in, at)) & highs;
            if (found != 0) {
                return at + first(found);
            }
            found = others(Bytes.word(in, at + WORD)) & highs;
            return found != 0 ? at + WORD + first(found) : endOfLong(in, at + 2 * WORD, limit);
        }
        return endOfLong(in, at, limit);
    }

    private int endOfLong(byte[] in, int at, int limit) {
        int next = at;
        while (next <= limit - 2 * WORD) {
            long found = others(Bytes.word(in, next)) & highs;
            long after = others(Bytes.word(in, next + WORD)) & highs;
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
}
