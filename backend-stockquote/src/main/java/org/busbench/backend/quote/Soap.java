package org.busbench.backend.quote;

import java.nio.charset.StandardCharsets;

/** The SOAP 1.1 dress of every message, and the escaping of text. */
public final class Soap {
    public static final String ENVELOPE_NAMESPACE = "http://schemas.xmlsoap.org/soap/envelope/";

    public static final String NAMESPACE = "http://services.samples";

    /** Everything before the body's child. */
    public static final String OPEN = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soapenv:Envelope xmlns:soapenv=\""
            + ENVELOPE_NAMESPACE + "\"><soapenv:Body>";
    /** Everything after the body's child. */
    public static final String CLOSE = "</soapenv:Body></soapenv:Envelope>";

    private Soap() {}

    /** Returns the text with those characters escaped that have a meaning in element content. */
    public static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '\r' -> escaped.append("&#13;");
                default -> escaped.append(text.charAt(i));
            }
        }
        return escaped.toString();
    }

    public static String element(String name, String text) {
        return '<' + name + '>' + escape(text) + "</" + name + '>';
    }

    /** Replaces characters that XML cannot carry, as a parser's words about an illegal character may hold them. */
    static String withoutIllegal(String text) {
        return text.codePoints()
                .map(c -> isLegal(c) ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isLegal(int c) {
        return c == '\t' || c == '\n' || (c >= ' ' && c < 0xd800) || (c >= 0xe000 && c < 0xfffe) || c > 0xffff;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
