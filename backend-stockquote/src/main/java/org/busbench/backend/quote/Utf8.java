package org.busbench.backend.quote;

/** Checks characters beyond ASCII: shortest form, no surrogates, nothing that XML 1.0 forbids. */
final class Utf8 {
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
