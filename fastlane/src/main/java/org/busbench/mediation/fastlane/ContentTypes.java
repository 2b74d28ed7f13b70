package org.busbench.mediation.fastlane;

import java.util.Locale;
import java.util.regex.Pattern;

/** Reads and changes the charset parameter of a {@code Content-Type} (RFC 9110 section 8.3). */
final class ContentTypes {
    private static final String CHARSET = "charset=";
    private static final Pattern CHARSET_PARAMETER = Pattern.compile("(?i)charset=(\"[^\"]*\"|[^;]*)");

    private static final String JSON = "application/json";
    private static final Pattern JSON_IN_UTF8 = Pattern.compile(JSON + " *(; *charset=(?i:\"?utf-8\"?) *)?");

    private ContentTypes() {}

    /** The charset that it names, or null; the type may be null. */
    static String charset(String contentType) {
        if (contentType == null) {
            return null;
        }
        int at = contentType.toLowerCase(Locale.ROOT).indexOf(CHARSET);
        if (at < 0) {
            return null;
        }
        String value = contentType.substring(at + CHARSET.length());
        int end = value.indexOf(';');
        String name = (end < 0 ? value : value.substring(0, end)).strip();
        if (name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"")) {
            name = name.substring(1, name.length() - 1);
        }
        return name.isEmpty() ? null : name;
    }

    /** Whether it is UTF-8, by name or because none is named. */
    static boolean isUtf8(String charset) {
        return charset == null || charset.equalsIgnoreCase("UTF-8");
    }

    /** Whether it is JSON in UTF-8, with no other parameter. Each message is asked, so those of XML cost no matcher. */
    static boolean isJson(String contentType) {
        return contentType != null
                && contentType.startsWith(JSON)
                && JSON_IN_UTF8.matcher(contentType).matches();
    }

    /** The same type, which names a charset, with UTF-8 in its place. */
    static String inUtf8(String contentType) {
        return CHARSET_PARAMETER.matcher(contentType).replaceFirst("charset=UTF-8");
    }
}
