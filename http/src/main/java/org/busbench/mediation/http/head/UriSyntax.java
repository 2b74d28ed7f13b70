package org.busbench.mediation.http.head;

/**
 * What may stand in the target and in the {@code Host} of a request: one pass over the bytes, without an object.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc3986#section-3.2">RFC 3986 sections 3.2 to 3.4</a>
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-3.2">RFC 9112 section 3.2</a>
 */
final class UriSyntax {
    private static final int NAME = 1;
    private static final int PATH = 2;
    private static final int LARGEST_PORT = 65535;
    private static final int GROUPS = 8;
    private static final byte[] KINDS = kinds();

    private UriSyntax() {}

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        String unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        for (char c : (unreserved + "!$&'()*+,;=").toCharArray()) {
            kinds[c] = NAME | PATH;
        }
        for (char c : ":@/?".toCharArray()) {
            kinds[c] = PATH;
        }
        return kinds;
    }

    /**
     * Whether it is the target of a request that is not {@code CONNECT}: a path with or without a query, or both after the scheme {@code http} or
     * {@code https} and an authority, or {@code *} for {@code OPTIONS}.
     */
    static boolean isTarget(byte[] bytes, int from, int to, boolean options) {
        if (from == to) {
            return false;
        }
        if (bytes[from] == '/') {
            return isPathAndQuery(bytes, from, to);
        }
        if (to - from == 1 && bytes[from] == '*') {
            return options;
        }
        int authority = authority(bytes, from, to);
        if (authority < 0) {
            return false;
        }
        int end = authorityEnd(bytes, authority, to);
        return isAuthority(bytes, authority, end) && isPathAndQuery(bytes, end, to);
    }

    /** Returns where the authority begins behind {@code http://} or {@code https://}, or -1. */
    static int authority(byte[] bytes, int from, int to) {
        int http = from + "http://".length();
        if (http <= to && Octets.equalsIgnoreCase(bytes, from, http, "http://")) {
            return http;
        }
        boolean https = http + 1 <= to && Octets.equalsIgnoreCase(bytes, from, http + 1, "https://");
        return https ? http + 1 : -1;
    }

    /** Returns where path or query begin behind an authority. */
    static int authorityEnd(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && bytes[end] != '/' && bytes[end] != '?') {
            end++;
        }
        return end;
    }

    /**
     * Whether it is a host that is not empty, with or without a port. A user before it is refused (RFC 9110 section 4.2.4), and so is a port beyond those
     * of TCP.
     */
    static boolean isAuthority(byte[] bytes, int from, int to) {
        int at = from;
        if (from < to && bytes[from] == '[') {
            while (at < to && bytes[at] != ']') {
                at++;
            }
            if (at == to || !isAddress(bytes, from + 1, at)) {
                return false;
            }
            at++;
        } else {
            at = skip(bytes, from, to, NAME);
        }
        return at > from && (at == to || (bytes[at] == ':' && isPort(bytes, at + 1, to)));
    }

    private static boolean isPathAndQuery(byte[] bytes, int from, int to) {
        return skip(bytes, from, to, PATH) == to;
    }

    /** Returns the index of the first byte that is neither of that kind nor of an escape. */
    private static int skip(byte[] bytes, int from, int to, int kind) {
        int at = from;
        while (at < to) {
            if ((KINDS[bytes[at] & 0xff] & kind) != 0) {
                at++;
            } else if (bytes[at] == '%'
                    && at + 2 < to
                    && Octets.hex(bytes[at + 1]) >= 0
                    && Octets.hex(bytes[at + 2]) >= 0) {
                at += 3;
            } else {
                return at;
            }
        }
        return at;
    }

    private static boolean isPort(byte[] bytes, int from, int to) {
        int port = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(bytes[i])) {
                return false;
            }
            port = Math.min(LARGEST_PORT + 1, 10 * port + bytes[i] - '0');
        }
        return port <= LARGEST_PORT;
    }

    private static boolean isAddress(byte[] bytes, int from, int to) {
        boolean future = from < to && Octets.lower(bytes[from]) == 'v';
        return future ? isFuture(bytes, from + 1, to) : isIpv6(bytes, from, to);
    }

    private static boolean isFuture(byte[] bytes, int from, int to) {
        int dot = from;
        while (dot < to && Octets.hex(bytes[dot]) >= 0) {
            dot++;
        }
        if (dot == from || dot >= to - 1 || bytes[dot] != '.') {
            return false;
        }
        for (int i = dot + 1; i < to; i++) {
            if (bytes[i] != ':' && (KINDS[bytes[i] & 0xff] & NAME) == 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIpv6(byte[] bytes, int from, int to) {
        int groups = 0;
        boolean shortened = to - from >= 2 && bytes[from] == ':' && bytes[from + 1] == ':';
        int at = shortened ? from + 2 : from;
        while (at < to) {
            int start = at;
            while (at < to && Octets.hex(bytes[at]) >= 0) {
                at++;
            }
            if (at < to && bytes[at] == '.') {
                // The last two groups, written as IPv4.
                return isIpv4(bytes, start, to) && areEnough(groups + 2, shortened);
            }
            groups++;
            if (at == start || at - start > 4) {
                return false;
            }
            if (at == to) {
                return areEnough(groups, shortened);
            }
            if (bytes[at] != ':' || at + 1 == to) {
                return false;
            }
            at++;
            if (bytes[at] == ':') {
                if (shortened) {
                    return false;
                }
                shortened = true;
                at++;
            }
        }
        return shortened && areEnough(groups, true);
    }

    private static boolean areEnough(int groups, boolean shortened) {
        return shortened ? groups < GROUPS : groups == GROUPS;
    }

    private static boolean isIpv4(byte[] bytes, int from, int to) {
        int at = from;
        for (int i = 0; i < 4; i++) {
            int start = at;
            int value = 0;
            while (at < to && at - start < 3 && isDigit(bytes[at])) {
                value = 10 * value + bytes[at] - '0';
                at++;
            }
            boolean octet = at > start && value < 256 && (bytes[start] != '0' || at == start + 1);
            if (!octet || (i < 3 && (at == to || bytes[at] != '.'))) {
                return false;
            }
            at += i < 3 ? 1 : 0;
        }
        return at == to;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
