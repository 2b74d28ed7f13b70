package org.busbench.backend.quote;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the end of character data that needs no parser: legal UTF-8 without markup, eight bytes at a time. */
final class TextScanner {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    private TextScanner() {}

    /** Returns the position of the next byte that is not white space. */
    static int skipBlank(byte[] message, int begin, int end) {
        int at = begin;
        while (at < end && (message[at] == ' ' || message[at] == '\n' || message[at] == '\r' || message[at] == '\t')) {
            at++;
        }
        return at;
    }

    /** Returns where text ends that can be repeated byte for byte, at a '<'; -1 for text with '>', references or control bytes, which a parser must judge. */
    static int endOf(byte[] message, int begin, int end) {
        int at = begin;
        while (true) {
            at = skipPlain(message, at, end);
            if (at >= end || message[at] == '<') {
                return at < end ? at : -1;
            }
            if (message[at] >= 0) {
                return -1;
            }
            at = Utf8.after(message, at, end);
            if (at < 0) {
                return -1;
            }
        }
    }

    /** Returns the position after the quote that ends an attribute's value of plain ASCII, or {@code end} when a parser must judge it. */
    static int afterValue(byte[] message, int begin, int end) {
        int at = begin;
        while (at < end && isPlain(message[at]) && message[at] != '"') {
            at++;
        }
        return at < end && message[at] == '"' ? at + 1 : end;
    }

    /** Skips bytes from 0x20 to 0x7F other than '<', '>' and '&'. */
    private static int skipPlain(byte[] message, int begin, int end) {
        int at = begin;
        while (end - at >= Long.BYTES) {
            long odd = oddBytes((long) LONG.get(message, at));
            if (odd != 0) {
                return at + (Long.numberOfTrailingZeros(odd) >>> 3);
            }
            at += Long.BYTES;
        }
        while (at < end && isPlain(message[at])) {
            at++;
        }
        return at;
    }

    private static boolean isPlain(byte c) {
        return c >= ' ' && c != '<' && c != '>' && c != '&';
    }

    /**
     * Marks the high bit of each byte that is not plain. Borrows may mark a byte above a true hit, never below one, so
     * the lowest mark is right.
     */
    private static long oddBytes(long word) {
        long odd = word | (word - LOW * ' ');
        odd |= zeroBytes(word ^ (LOW * '<'));
        odd |= zeroBytes(word ^ (LOW * '>'));
        odd |= zeroBytes(word ^ (LOW * '&'));
        return odd & HIGH;
    }

    private static long zeroBytes(long word) {
        return (word - LOW) & ~word;
    }

    /** Checks characters beyond ASCII: shortest form, no surrogates, nothing that XML 1.0 forbids. */
    private static final class Utf8 {
        private Utf8() {}

        /** Returns the position after the character of two to four bytes that begins here, or -1 when there is none. */
        static int after(byte[] message, int at, int end) {
            int lead = message[at] & 0xff;
            int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
            if (lead < 0xc2 || lead > 0xf4 || end - at < length) {
                return -1;
            }
            int codePoint = lead & (0xff >> (length + 1));
            for (int i = 1; i < length; i++) {
                if ((message[at + i] & 0xc0) != 0x80) {
                    return -1;
                }
                codePoint = codePoint << 6 | (message[at + i] & 0x3f);
            }
            return isLegal(codePoint, length) ? at + length : -1;
        }

        private static boolean isLegal(int codePoint, int length) {
            return switch (length) {
                // NEL may be a line end to some parsers: not plain.
                case 2 -> codePoint != 0x85;
                case 3 ->
                    codePoint >= 0x800
                            && (codePoint < 0xd800 || codePoint > 0xdfff)
                            && codePoint < 0xfffe
                            && codePoint != 0x2028;
                default -> codePoint >= 0x10000 && codePoint <= 0x10ffff;
            };
        }
    }
}
