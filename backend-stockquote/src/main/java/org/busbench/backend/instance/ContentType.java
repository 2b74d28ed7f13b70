package org.busbench.backend.instance;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The encoding and the action in a Content-Type. */
public final class ContentType {
    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*(?:\"([^\"]+)\"|'([^']+)'|([^\\s;]+))", Pattern.CASE_INSENSITIVE);
    private static final Pattern ACTION =
            Pattern.compile(";\\s*action\\s*=\\s*(?:\"([^\"]+)\"|([^\\s;\"]+))", Pattern.CASE_INSENSITIVE);
    private static final String COMMON = "text/xml; charset=utf-8";

    private ContentType() {}

    /** Returns the action of a SOAP 1.2 message (RFC 3902), or null when the Content-Type states none. */
    public static String action(String contentType) {
        Matcher matcher = ACTION.matcher(contentType == null ? "" : contentType);
        if (!matcher.find()) {
            return null;
        }
        return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    }

    /** Returns the charset that a Content-Type states, or null when it states none. */
    public static String charset(String contentType) {
        if (contentType == null) {
            return null;
        }
        if (contentType.equalsIgnoreCase(COMMON)) {
            return "UTF-8";
        }
        Matcher matcher = CHARSET.matcher(contentType);
        if (!matcher.find()) {
            return null;
        }
        for (int group = 1; group <= 3; group++) {
            if (matcher.group(group) != null) {
                return matcher.group(group).toUpperCase(Locale.ROOT);
            }
        }
        return null;
    }
}
