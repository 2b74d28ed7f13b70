package org.busbench.mediation.http.head;

/** The head of a backend's answer. Valid until the exchange is over, on the loop's thread. */
public final class ResponseHead extends Head {
    private static final byte[] VERSION = Octets.of("HTTP/1.");
    private static final int VERSION_BYTES = 8;

    private int status;
    private int reasonStart;
    private int reasonEnd;
    private boolean http10;

    /** {@return the status, 100 to 999} */
    public int status() {
        return status;
    }

    int reasonStart() {
        return reasonStart;
    }

    int reasonEnd() {
        return reasonEnd;
    }

    @Override
    boolean isHttp10() {
        return http10;
    }

    /** {@return how the body ends that follows this head (RFC 9112 section 6.3)}
     *
     * @param answersHead whether the request was HEAD
     */
    public Framing framing(boolean answersHead) {
        if (answersHead || status < 200 || status == 204 || status == 304) {
            return Framing.NONE;
        }
        return stated().kind() == Framing.Kind.NONE ? Framing.UNTIL_CLOSE : stated();
    }

    @Override
    void readStart(byte[] bytes, int start, int end, HttpLimits limits) throws BadMessageException {
        int at = start + VERSION_BYTES + 1;
        boolean version = end - start >= at - start + 3
                && Octets.startsWith(bytes, start, VERSION)
                && bytes[at - 2] >= '0'
                && bytes[at - 2] <= '9';
        if (!version || bytes[at - 1] != ' ' || (end > at + 3 && bytes[at + 3] != ' ')) {
            throw bad("no status line: " + Octets.text(bytes, start, Math.min(end, start + 40)));
        }
        http10 = bytes[at - 2] == '0';
        status = 0;
        for (int i = at; i < at + 3; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                throw bad("no status: " + Octets.text(bytes, at, at + 3));
            }
            status = 10 * status + bytes[i] - '0';
        }
        if (status < 100) {
            throw bad("no status: " + Octets.text(bytes, at, at + 3));
        }
        reasonEnd = end;
        reasonStart = Math.min(end, at + 4);
    }

    @Override
    boolean readOwn(byte[] bytes, int nameStart, int nameEnd, int valueStart, int valueEnd) {
        return false;
    }
}
