package org.busbench.backend.files;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a service of files is reached: a path, in which {@code ${nonce}} may stand once for the nonce of a request, as in
 * {@code /accounts/${nonce}}. Immutable.
 */
final class ServicePath {
    private static final String NONCE = "${nonce}";

    private final String text;
    /** Null where each request has the same path. */
    private final Pattern pattern;

    /**
     * Reads a path.
     *
     * @throws IllegalArgumentException when it is none; the message says why
     */
    ServicePath(String text) {
        if (!text.startsWith("/") || text.indexOf('?') >= 0) {
            throw new IllegalArgumentException("the path '" + text + "' must start with / and have no ?");
        }
        int at = text.indexOf(NONCE);
        String rest = at < 0 ? "" : text.substring(at + NONCE.length());
        if ((at < 0 ? text : text.substring(0, at) + rest).contains("${")) {
            throw new IllegalArgumentException(
                    "the path '" + text + "' may have ${nonce} once, and no other placeholder");
        }
        this.text = text;
        this.pattern = at < 0
                ? null
                : Pattern.compile(Pattern.quote(text.substring(0, at)) + "(" + FileService.NONCE_TEXT + ")"
                        + Pattern.quote(rest));
    }

    /** Whether requests differ in their paths. */
    boolean hasNonce() {
        return pattern != null;
    }

    boolean matches(String path) {
        return pattern == null ? text.equals(path) : pattern.matcher(path).matches();
    }

    /** The nonce in a path; null where it is not of this form. */
    String nonce(String path) {
        Matcher found = pattern.matcher(path);
        return found.matches() ? found.group(1) : null;
    }
}
