package org.busbench.mediation.xml;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The XML declaration (XML 1.0 section 2.8), of version 1.0 and UTF-8 only. */
final class XmlDeclaration {
    static final int INCOMPLETE = -1;
    static final int UNSUPPORTED = -2;

    private static final int LONGEST = 256;
    private static final BytePattern USUAL =
            new BytePattern("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".getBytes(StandardCharsets.US_ASCII));
    private static final String S = "[ \\t\\r\\n]";
    private static final Pattern KNOWN = Pattern.compile("<\\?xml" + S + "+version" + S + "*=" + S
            + "*(\"1\\.0\"|'1\\.0')(" + S + "+encoding" + S + "*=" + S + "*(\"(?i:UTF-8)\"|'(?i:UTF-8)'))?(" + S
            + "+standalone" + S + "*=" + S + "*(\"(yes|no)\"|'(yes|no)'))?" + S + "*\\?>");

    private XmlDeclaration() {}

    static boolean begins(byte[] in, int at, int limit) {
        return limit - at > 5
                && in[at] == '<'
                && in[at + 1] == '?'
                && in[at + 2] == 'x'
                && in[at + 3] == 'm'
                && in[at + 4] == 'l'
                && Characters.isSpace(in[at + 5]);
    }

    /** Index after the declaration at {@code at}, {@link #INCOMPLETE} or {@link #UNSUPPORTED}. */
    static int end(byte[] in, int at, int limit) {
        if (USUAL.matches(in, at, limit)) {
            return at + USUAL.length();
        }
        int last = Math.min(limit, at + LONGEST);
        int end = at + 6;
        while (end < last && in[end] != '>') {
            end++;
        }
        if (end == last) {
            return last == limit && last < at + LONGEST ? INCOMPLETE : UNSUPPORTED;
        }
        String text = new String(in, at, end + 1 - at, StandardCharsets.ISO_8859_1);
        return KNOWN.matcher(text).matches() ? end + 1 : UNSUPPORTED;
    }
}
