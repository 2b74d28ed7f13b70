package org.busbench.mediation.http;

/**
 * The beginning of a request that we make ourselves.
 *
 * @param method a token
 * @param target path and query, or a whole URL
 */
record RequestLine(String method, String target) {

    /** Makes one, or refuses what would not be one line. */
    static RequestLine of(String method, String target) {
        boolean token = !method.isEmpty();
        for (int i = 0; i < method.length(); i++) {
            token &= method.charAt(i) < 0x7f && Octets.isToken((byte) method.charAt(i));
        }
        if (!token) {
            throw new IllegalArgumentException("no method of a request: '" + method + "'");
        }
        if (target.isEmpty() || target.chars().anyMatch(c -> c <= 0x20 || c >= 0x7f)) {
            throw new IllegalArgumentException("no target of a request: '" + target + "'; escape it as in a URI");
        }
        return new RequestLine(method, target);
    }
}
