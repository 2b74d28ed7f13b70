package org.busbench.mediation.xml;

import com.ctc.wstx.io.WstxInputData;
import java.util.Arrays;

/** XML 1.0 characters (section 2.2) in UTF-8 (RFC 3629), names of its fourth edition (section 2.3), character references and the five predefined entities (sections 4.1 and 4.6). */
public final class Characters {
    /** The bytes end within a character. */
    static final int INCOMPLETE = 0;
    /** No UTF-8, or no character that XML allows. */
    static final int BAD = -1;

    /** The bytes end within the reference. */
    static final long INCOMPLETE_REFERENCE = -1;
    /** No reference, or one that only a DTD could explain, or one of more than 16 bytes. */
    static final long BAD_REFERENCE = -2;

    private static final int LONGEST_REFERENCE = 16;

    private static final byte START = 1;
    private static final byte NAME = 2;
    private static final byte SPACE = 4;
    private static final byte BEYOND_ASCII = 8;
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
        Arrays.fill(kinds, 128, 256, BEYOND_ASCII);
        return kinds;
    }

    static boolean isSpace(byte b) {
        return (KINDS[b & 0xff] & SPACE) != 0;
    }

    /** Index after white space. */
    static int spaceEnd(byte[] in, int at, int limit) {
        int end = at;
        while (end < limit && isSpace(in[end])) {
            end++;
        }
        return end;
    }

    /** Index after the bytes at {@code at} which could be a name with or without prefix. Whether they are one, {@link #nameLength} tells. */
    static int wordEnd(byte[] in, int at, int limit) {
        int end = at;
        while (end < limit && ((KINDS[in[end] & 0xff] & (NAME | BEYOND_ASCII)) != 0 || in[end] == ':')) {
            end++;
        }
        return end;
    }

    /** Length in bytes of the name without a colon at {@code at}, 0 when none stands there. A name whose last character is cut off reaches to {@code limit}. */
    static int nameLength(byte[] in, int at, int limit) {
        int end = at;
        int kind = START;
        while (end < limit) {
            boolean ascii = in[end] >= 0;
            boolean belongs = ascii && (KINDS[in[end]] & kind) != 0;
            int length = belongs ? 1 : ascii ? BAD : nameCharacterLength(in, end, limit, kind == START);
            if (length == INCOMPLETE) {
                return limit - at;
            }
            if (length == BAD) {
                break;
            }
            end += length;
            kind = NAME;
        }
        return end - at;
    }

    /** Length in bytes of the character beyond ASCII at {@code at}, {@link #INCOMPLETE}, or {@link #BAD} when it does not belong there. */
    private static int nameCharacterLength(byte[] in, int at, int limit, boolean first) {
        int length = length(in, at, limit);
        if (length <= 0 || length > 3) {
            return length == INCOMPLETE ? INCOMPLETE : BAD;
        }
        int point = in[at] & (0x7f >> length);
        for (int i = 1; i < length; i++) {
            point = point << 6 | (in[at + i] & 0x3f);
        }
        boolean belongs = first
                ? WstxInputData.isNameStartChar((char) point, true, false)
                : WstxInputData.isNameChar((char) point, true, false);
        return belongs ? length : BAD;
    }

    /**
     * {@return whether it is a name without a colon in the fourth edition of XML 1.0, which Woodstox and the JDK's parser read; the fifth allows more}
     */
    public static boolean isName(String name) {
        // Woodstox lets the surrogates of characters above U+FFFF pass, of which that edition has none in names.
        return !name.isEmpty()
                && name.chars().noneMatch(c -> Character.isSurrogate((char) c))
                && WstxInputData.findIllegalNameChar(name, true, false) < 0;
    }

    /** {@return whether XML 1.0 allows the code point (section 2.2)} */
    public static boolean isAllowed(int c) {
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
        if (first < (byte) 0xC2 || first > (byte) 0xF4) {
            return BAD;
        }
        int length = first >= (byte) 0xF0 ? 4 : first >= (byte) 0xE0 ? 3 : 2;
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

    /** The reference at {@code at}, where an ampersand stands: code point in the upper, length in bytes in the lower 32 bits. */
    static long reference(byte[] in, int at, int limit) {
        int semicolon = at + 1;
        int last = Math.min(limit, at + LONGEST_REFERENCE);
        while (semicolon < last && in[semicolon] != ';') {
            byte b = in[semicolon];
            if (b <= 0x20 || b == '<' || b == '&') {
                return BAD_REFERENCE;
            }
            semicolon++;
        }
        if (semicolon == last) {
            return last == at + LONGEST_REFERENCE ? BAD_REFERENCE : INCOMPLETE_REFERENCE;
        }
        int point = in[at + 1] == '#' ? numeric(in, at + 2, semicolon) : named(in, at + 1, semicolon);
        return point < 0 ? BAD_REFERENCE : (long) point << 32 | semicolon + 1 - at;
    }

    private static int numeric(byte[] in, int from, int to) {
        boolean hexadecimal = from < to && in[from] == 'x';
        int start = hexadecimal ? from + 1 : from;
        int point = 0;
        for (int i = start; i < to; i++) {
            int digit = in[i] - '0';
            if (hexadecimal && digit > 9) {
                int letter = (in[i] | 0x20) - 'a';
                digit = letter < 0 || letter > 5 ? -1 : letter + 10;
            }
            if (digit < 0 || digit > (hexadecimal ? 15 : 9) || point > 0x10FFFF) {
                return -1;
            }
            point = point * (hexadecimal ? 16 : 10) + digit;
        }
        return start < to && isAllowed(point) ? point : -1;
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
