package org.busbench.mediation.xml;

/** The five predefined entities, decimal and hexadecimal character references: XML 1.0 sections 4.1 and 4.6. Longer than 16 bytes is odd. */
final class References {
    /** The bytes end within the reference. */
    static final long INCOMPLETE = -1;
    /** No reference, or one that only a DTD could explain. */
    static final long BAD = -2;

    private static final int LONGEST = 16;

    private References() {}

    /** The reference at {@code at}, where an ampersand stands: code point in the upper, length in bytes in the lower 32 bits. */
    static long read(byte[] in, int at, int limit) {
        int semicolon = at + 1;
        int last = Math.min(limit, at + LONGEST);
        while (semicolon < last && in[semicolon] != ';') {
            byte b = in[semicolon];
            if (b <= 0x20 || b == '<' || b == '&') {
                return BAD;
            }
            semicolon++;
        }
        if (semicolon == last) {
            return last == at + LONGEST ? BAD : INCOMPLETE;
        }
        int point = in[at + 1] == '#' ? numeric(in, at + 2, semicolon) : named(in, at + 1, semicolon);
        return point < 0 ? BAD : (long) point << 32 | semicolon + 1 - at;
    }

    private static int numeric(byte[] in, int from, int to) {
        boolean hexadecimal = from < to && in[from] == 'x';
        int start = hexadecimal ? from + 1 : from;
        int point = 0;
        for (int i = start; i < to; i++) {
            int digit = Character.digit(in[i], hexadecimal ? 16 : 10);
            if (digit < 0 || point > 0x10FFFF) {
                return -1;
            }
            point = point * (hexadecimal ? 16 : 10) + digit;
        }
        return start < to && Characters.isAllowed(point) ? point : -1;
    }

    private static int named(byte[] in, int from, int to) {
        int length = to - from;
        byte first = in[from];
        if (length == 2 && in[from + 1] == 't') {
            return first == 'l' ? '<' : first == 'g' ? '>' : -1;
        }
        if (length == 3 && first == 'a' && in[from + 1] == 'm' && in[from + 2] == 'p') {
            return '&';
        }
        if (length == 4 && in[from + 2] == 'o') {
            return first == 'q' && in[from + 1] == 'u' && in[from + 3] == 't'
                    ? '"'
                    : first == 'a' && in[from + 1] == 'p' && in[from + 3] == 's' ? '\'' : -1;
        }
        return -1;
    }
}
