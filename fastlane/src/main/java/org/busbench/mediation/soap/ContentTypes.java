package org.busbench.mediation.soap;

import java.util.regex.Pattern;

/** Reads parameters of a {@code Content-Type}, and changes its charset (RFC 9110 section 8.3). For any thread. */
public final class ContentTypes {
    private static final Pattern CHARSET_PARAMETER = Pattern.compile("(?i)charset=(\"[^\"]*\"|[^;]*)");

    private static final String JSON = "application/json";
    private static final Pattern JSON_IN_UTF8 = Pattern.compile(JSON + " *(; *charset=(?i:\"?utf-8\"?) *)?");

    private ContentTypes() {}

    /**
     * {@return the value of a parameter, without its quotes; escapes stay, so that it may be written in quotes again. Null for none}
     *
     * @param contentType may be null
     * @param name in any case of letters
     */
    public static String parameter(String contentType, String name) {
        int length = contentType == null ? 0 : contentType.length();
        int end = length == 0 ? 0 : end(contentType, 0);
        while (end < length) {
            int start = end + 1;
            end = end(contentType, start);
            int equals = contentType.indexOf('=', start);
            if (equals > 0
                    && equals < end
                    && contentType.substring(start, equals).strip().equalsIgnoreCase(name)) {
                return unquoted(contentType.substring(equals + 1, end).strip());
            }
        }
        return null;
    }

    /** The semicolon outside of quotes that is next, or the end (RFC 9110 section 5.6.4). */
    private static int end(String contentType, int from) {
        boolean quoted = false;
        int at = from;
        while (at < contentType.length() && (quoted || contentType.charAt(at) != ';')) {
            char c = contentType.charAt(at);
            quoted ^= c == '"';
            at += quoted && c == '\\' ? 2 : 1;
        }
        return Math.min(at, contentType.length());
    }

    /**
     * {@return a value without the quotes around it}
     *
     * @param value of a parameter, or of the field {@code SOAPAction}; may be null
     */
    public static String unquoted(String value) {
        boolean quoted = value != null && value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /**
     * {@return the charset that it names, or null}
     *
     * @param contentType may be null
     */
    public static String charset(String contentType) {
        String name = parameter(contentType, "charset");
        return name == null || name.isEmpty() ? null : name;
    }

    /** {@return whether it is UTF-8, by name or because none is named} */
    public static boolean isUtf8(String charset) {
        return charset == null || charset.equalsIgnoreCase("UTF-8");
    }

    /** {@return whether it is JSON in UTF-8, with no other parameter} Each message is asked, so those of XML cost no matcher. */
    public static boolean isJson(String contentType) {
        return contentType != null
                && contentType.startsWith(JSON)
                && JSON_IN_UTF8.matcher(contentType).matches();
    }

    /** {@return the same type, which names a charset, with UTF-8 in its place} */
    public static String inUtf8(String contentType) {
        return CHARSET_PARAMETER.matcher(contentType).replaceFirst("charset=UTF-8");
    }
}
