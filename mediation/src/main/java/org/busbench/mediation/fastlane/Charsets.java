package org.busbench.mediation.fastlane;

import java.util.Locale;

/** The charset parameter of a {@code Content-Type} (RFC 9110 section 8.3). */
final class Charsets {

    private static final String PARAMETER = "charset=";

    private Charsets() {}

    /** The charset that it names, or null. */
    static String of(String contentType) {
        if (contentType == null) {
            return null;
        }
        int at = contentType.toLowerCase(Locale.ROOT).indexOf(PARAMETER);
        if (at < 0) {
            return null;
        }
        String value = contentType.substring(at + PARAMETER.length());
        int end = value.indexOf(';');
        String charset = (end < 0 ? value : value.substring(0, end)).strip();
        if (charset.length() >= 2 && charset.startsWith("\"") && charset.endsWith("\"")) {
            charset = charset.substring(1, charset.length() - 1);
        }
        return charset.isEmpty() ? null : charset;
    }

    /** Whether bytes that are UTF-8 agree with what the header says. */
    static boolean isUtf8(String charset) {
        return charset == null || charset.equalsIgnoreCase("UTF-8");
    }
}
