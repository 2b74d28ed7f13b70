package org.busbench.mediation.xslt;

import java.util.Arrays;
import net.sf.saxon.trans.XPathException;

/**
 * Characters of XML as UTF-8 in one array, which grows up to a bound.
 *
 * <p>Belongs to one thread, and is used again for the next message.
 */
final class Utf8Bytes {

    private static final int FIRST_BYTES = 8 * 1024;

    private final int mostBytes;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    Utf8Bytes(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    void clear() {
        length = 0;
    }

    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    void escapedLatin(byte[] latin) throws XPathException {
        for (byte b : latin) {
            if (b > '>' || (b >= ' ' && b != '&' && b != '<' && b != '>') || b == '\n' || b == '\t') {
                put(b);
            } else {
                escaped(b & 0xFF, false);
            }
        }
    }

    void escaped(String text) throws XPathException {
        for (int i = 0; i < text.length(); i++) {
            int c = text.codePointAt(i);
            if (c > 0xFFFF) {
                i++;
            }
            escaped(c, true);
        }
    }

    void escaped(int c, boolean inAttribute) throws XPathException {
        switch (c) {
            case '&' -> raw("&amp;");
            case '<' -> raw("&lt;");
            case '>' -> raw("&gt;");
            case '\r' -> raw("&#13;");
            case '"' -> raw(inAttribute ? "&#34;" : "\"");
            case '\n' -> raw(inAttribute ? "&#10;" : "\n");
            case '\t' -> raw(inAttribute ? "&#9;" : "\t");
            default -> utf8(c);
        }
    }

    void raw(String text) throws XPathException {
        for (int i = 0; i < text.length(); i++) {
            int c = text.codePointAt(i);
            if (c > 0xFFFF) {
                i++;
            }
            utf8(c);
        }
    }

    /** RFC 3629 section 3. */
    private void utf8(int c) throws XPathException {
        if (c < 0x80) {
            put(c);
        } else if (c < 0x800) {
            put(0xC0 | (c >> 6));
            put(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            put(0xE0 | (c >> 12));
            put(0x80 | ((c >> 6) & 0x3F));
            put(0x80 | (c & 0x3F));
        } else {
            put(0xF0 | (c >> 18));
            put(0x80 | ((c >> 12) & 0x3F));
            put(0x80 | ((c >> 6) & 0x3F));
            put(0x80 | (c & 0x3F));
        }
    }

    void put(byte[] some) throws XPathException {
        room(some.length);
        System.arraycopy(some, 0, bytes, length, some.length);
        length += some.length;
    }

    void put(int b) throws XPathException {
        if (length == bytes.length) {
            room(1);
        }
        bytes[length++] = (byte) b;
    }

    private void room(int more) throws XPathException {
        if (length + more <= bytes.length) {
            return;
        }
        if (length + more > mostBytes) {
            throw new XPathException("the result is longer than the limit of " + mostBytes + " bytes");
        }
        bytes = Arrays.copyOf(bytes, Math.min(mostBytes, Math.max(length + more, 2 * bytes.length)));
    }
}
