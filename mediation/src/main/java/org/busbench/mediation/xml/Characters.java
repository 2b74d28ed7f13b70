package org.busbench.mediation.xml;

/** XML 1.0 characters (section 2.2) in UTF-8 (RFC 3629). */
final class Characters {
    /** The bytes end within a character. */
    static final int INCOMPLETE = 0;
    /** No UTF-8, or no character that XML allows. */
    static final int BAD = -1;

    private static final byte START = 1;
    private static final byte NAME = 2;
    private static final byte SPACE = 4;
    private static final byte[] KINDS = kinds();

    private Characters() {}

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        for (int c = 'a'; c <= 'z'; c++) {
            kinds[c] = START | NAME;
            kinds[c - 'a' + 'A'] = START | NAME;
        }
        kinds['_'] = START | NAME;
        for (int c = '0'; c <= '9'; c++) {
            kinds[c] = NAME;
        }
        kinds['-'] = NAME;
        kinds['.'] = NAME;
        kinds[' '] = SPACE;
        kinds['\t'] = SPACE;
        kinds['\r'] = SPACE;
        kinds['\n'] = SPACE;
        return kinds;
    }

    static boolean isSpace(byte b) {
        return (KINDS[b & 0xff] & SPACE) != 0;
    }

    /** Length in bytes of the ASCII name without a colon at {@code at}, 0 when none stands there. */
    static int nameLength(byte[] in, int at, int limit) {
        if (at >= limit || (KINDS[in[at] & 0xff] & START) == 0) {
            return 0;
        }
        int end = at + 1;
        while (end < limit && (KINDS[in[end] & 0xff] & NAME) != 0) {
            end++;
        }
        return end - at;
    }

    /** Whether XML 1.0 allows the code point. */
    static boolean isAllowed(int c) {
        return (c >= 0x20 && c <= 0xD7FF)
                || c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0xE000 && c <= 0xFFFD)
                || (c >= 0x10000 && c <= 0x10FFFF);
    }

    /** Length in bytes of the character at {@code at} (which is before {@code limit}), {@link #INCOMPLETE} or {@link #BAD}. */
    static int length(byte[] in, int at, int limit) {
        int first = in[at];
        if (first >= 0) {
            return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : BAD;
        }
        int length = first >= (byte) 0xF0 ? 4 : first >= (byte) 0xE0 ? 3 : 2;
        if (first < (byte) 0xC2 || first > (byte) 0xF4) {
            return BAD;
        }
        int point = first & (0x7f >> length);
        for (int i = 1; i < length; i++) {
            if (at + i >= limit) {
                return INCOMPLETE;
            }
            int next = in[at + i];
            if ((next & 0xC0) != 0x80) {
                return BAD;
            }
            point = point << 6 | (next & 0x3f);
        }
        boolean shortest = length == 2 || point >= (length == 3 ? 0x800 : 0x10000);
        return shortest && isAllowed(point) ? length : BAD;
    }
}
