package org.busbench.mediation.http.head;

import java.util.Locale;

/** A request's head. Valid until the exchange is over, on the loop's thread. */
public final class RequestHead extends Head {
    private static final byte[] HEAD = Octets.of("HEAD ");
    private static final byte[] HTTP_11 = Octets.of("HTTP/1.1");

    private int methodStart;
    private int methodEnd;
    private int targetEnd;
    private boolean http10;
    private int hosts;
    private boolean expectsContinue;

    @Override
    void forget() {
        super.forget();
        hosts = 0;
        expectsContinue = false;
    }

    /** {@return the same head, which is valid as long as it is used} */
    public RequestHead copy(HttpLimits limits) {
        RequestHead same = new RequestHead();
        try {
            same.read(text(), 0, limits);
        } catch (BadMessageException e) {
            throw new IllegalStateException("a head was read once and cannot be read again", e);
        }
        return same;
    }

    /** {@return the method as it was written} */
    public String method() {
        return Octets.text(bytes(), methodStart, methodEnd);
    }

    /** {@return the target as it was written, usually path and query} */
    public String target() {
        return Octets.text(bytes(), targetStart(), targetEnd);
    }

    /** {@return path and query, also of a target in absolute form; {@code *} for a server as a whole (RFC 9112 section 3.2.4)} */
    public String pathAndQuery() {
        int authority = UriSyntax.authority(bytes(), targetStart(), targetEnd);
        if (authority < 0) {
            return target();
        }
        int end = UriSyntax.authorityEnd(bytes(), authority, targetEnd);
        if (end == targetEnd) {
            return isMethod("OPTIONS") ? "*" : "/";
        }
        String rest = Octets.text(bytes(), end, targetEnd);
        return bytes()[end] == '?' ? "/" + rest : rest;
    }

    /** {@return whether the client speaks HTTP/1.0} */
    @Override
    public boolean isHttp10() {
        return http10;
    }

    /** {@return the number of bytes of the body, or -1 when it is chunked} */
    public long bodyLength() {
        return stated().kind() == Framing.Kind.CHUNKED ? -1 : stated().length();
    }

    /** {@return whether this is the method} */
    public boolean isMethod(String method) {
        int count = methodEnd - methodStart;
        if (count != method.length()) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (bytes()[methodStart + i] != method.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether the method is HEAD, whose answer has no content (RFC 9110 section 9.3.2); also when the rest of the head is refused or missing} */
    public boolean asksForHead() {
        return startsWith(HEAD);
    }

    /** {@return whether the method may be sent again although it may have been done (RFC 9110 section 9.2.2)} */
    public boolean isIdempotent() {
        return isMethod("GET")
                || isMethod("HEAD")
                || isMethod("PUT")
                || isMethod("DELETE")
                || isMethod("OPTIONS")
                || isMethod("TRACE");
    }

    int methodStart() {
        return methodStart;
    }

    int methodEnd() {
        return methodEnd;
    }

    int targetStart() {
        return methodEnd + 1;
    }

    int targetEnd() {
        return targetEnd;
    }

    /** {@return whether the client waits for leave to send the body (RFC 9110 section 10.1.1)} */
    public boolean expectsContinue() {
        return expectsContinue && !http10;
    }

    @Override
    void readStart(byte[] bytes, int start, int end, HttpLimits limits) throws BadMessageException {
        methodStart = start;
        int at = start;
        while (Octets.isToken(bytes[at])) {
            at++;
        }
        methodEnd = at;
        int version = end - HTTP_11.length;
        targetEnd = version - 1;
        if (at == start || bytes[at] != ' ' || targetEnd <= at + 1 || bytes[targetEnd] != ' ') {
            throw bad("no request line: " + Octets.text(bytes, start, Math.min(end, start + 40)));
        }
        http10 = readVersion(bytes, version) == 0;
        if (targetEnd - targetStart() > limits.targetBytes()) {
            throw new BadMessageException(414, "the target is longer than " + limits.targetBytes() + " bytes");
        }
        if (isMethod("CONNECT")) {
            throw new BadMessageException(501, "CONNECT is not served: this is no tunnel");
        }
        if (!UriSyntax.isTarget(bytes, targetStart(), targetEnd, isMethod("OPTIONS"))) {
            throw bad("no target of a request: "
                    + Octets.text(bytes, targetStart(), Math.min(targetEnd, targetStart() + 80)));
        }
    }

    @Override
    boolean readOwn(byte[] bytes, int nameStart, int nameEnd, int valueStart, int valueEnd) throws BadMessageException {
        if (Octets.equalsIgnoreCase(bytes, nameStart, nameEnd, "host")) {
            hosts++;
            checkHost(bytes, valueStart, valueEnd);
            return true;
        }
        if (Octets.equalsIgnoreCase(bytes, nameStart, nameEnd, "expect")) {
            expectsContinue = Octets.equalsIgnoreCase(bytes, valueStart, valueEnd, "100-continue");
            if (!expectsContinue) {
                throw new BadMessageException(417, "unknown expectation: " + Octets.text(bytes, valueStart, valueEnd));
            }
            return true;
        }
        return false;
    }

    @Override
    void check() throws BadMessageException {
        if (hosts > 1 || (hosts == 0 && !http10)) {
            throw bad(hosts + " Host fields");
        }
        super.check();
    }

    /** Returns the minor version. */
    private int readVersion(byte[] bytes, int at) throws BadMessageException {
        if (Octets.startsWith(bytes, at, HTTP_11)) {
            return 1;
        }
        String version = Octets.text(bytes, at, at + 8);
        if (!version.matches("HTTP/[0-9]\\.[0-9]")) {
            throw bad("no HTTP version: " + version.strip().toUpperCase(Locale.ROOT));
        }
        if (version.charAt(5) != '1') {
            throw new BadMessageException(505, "HTTP version not served: " + version);
        }
        return version.charAt(7) - '0';
    }

    private void checkHost(byte[] bytes, int from, int to) throws BadMessageException {
        // Empty when the client knows no authority (RFC 9110 section 7.2).
        if (from < to && !UriSyntax.isAuthority(bytes, from, to)) {
            throw bad("no host: " + Octets.text(bytes, from, to));
        }
    }
}
