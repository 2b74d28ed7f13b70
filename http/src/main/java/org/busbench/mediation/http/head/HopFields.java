package org.busbench.mediation.http.head;

/**
 * What a head says about the connection and about the body's end: the fields that go no further than this hop (RFC 9110 section 7.6.1) and
 * those that are written anew from what was understood, so that the next reader cannot understand something else.
 */
final class HopFields {
    private static final int MOST_DIGITS = 18;

    private long contentLength;
    private boolean encoded;
    private int chunked;
    private boolean chunkedLast;
    private boolean otherEncoding;
    private boolean closes;
    private boolean keepsAlive;
    private boolean listsFields;

    HopFields() {
        clear();
    }

    void clear() {
        contentLength = -1;
        encoded = false;
        chunked = 0;
        chunkedLast = false;
        otherEncoding = false;
        closes = false;
        keepsAlive = false;
        listsFields = false;
    }

    /** Returns the Content-Length, or -1. */
    long contentLength() {
        return contentLength;
    }

    /** Returns whether the body is chunked and nothing else. */
    boolean isChunked() {
        return endsWithChunks() && !otherEncoding;
    }

    /** Returns whether it is chunked once, after other codings if there are any. */
    boolean endsWithChunks() {
        return chunked == 1 && chunkedLast;
    }

    /** Returns whether there is a Transfer-Encoding of any kind. */
    boolean isEncoded() {
        return encoded;
    }

    boolean closes() {
        return closes;
    }

    boolean keepsAlive() {
        return keepsAlive;
    }

    /** Returns whether Connection names fields other than those that go no further in any case. */
    boolean listsFields() {
        return listsFields;
    }

    /** Looks at a field; returns whether it goes no further. */
    boolean read(byte[] bytes, int start, int colon, int from, int to) throws BadMessageException {
        return switch (colon - start) {
            case 2 -> Octets.equalsIgnoreCase(bytes, start, colon, "te");
            case 7 -> Octets.equalsIgnoreCase(bytes, start, colon, "upgrade");
            case 10 -> {
                if (Octets.equalsIgnoreCase(bytes, start, colon, "connection")) {
                    readOptions(bytes, from, to);
                    yield true;
                }
                yield Octets.equalsIgnoreCase(bytes, start, colon, "keep-alive");
            }
            case 14 -> {
                boolean named = Octets.equalsIgnoreCase(bytes, start, colon, "content-length");
                if (named) {
                    readLength(bytes, from, to);
                }
                yield named;
            }
            case 16 -> Octets.equalsIgnoreCase(bytes, start, colon, "proxy-connection");
            case 17 -> {
                boolean named = Octets.equalsIgnoreCase(bytes, start, colon, "transfer-encoding");
                if (named) {
                    readEncoding(bytes, from, to);
                }
                yield named;
            }
            default -> false;
        };
    }

    private void readOptions(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && Octets.isToken(bytes[end])) {
                end++;
            }
            if (Octets.equalsIgnoreCase(bytes, at, end, "close")) {
                closes = true;
            } else if (Octets.equalsIgnoreCase(bytes, at, end, "keep-alive")) {
                keepsAlive = true;
            } else if (!Octets.equalsIgnoreCase(bytes, at, end, "te")
                    && !Octets.equalsIgnoreCase(bytes, at, end, "upgrade")) {
                listsFields |= end > at;
            }
            at = end + 1;
        }
    }

    private void readLength(byte[] bytes, int from, int to) throws BadMessageException {
        long value = 0;
        boolean number = to > from && to - from <= MOST_DIGITS;
        for (int i = from; i < to && number; i++) {
            number = bytes[i] >= '0' && bytes[i] <= '9';
            value = 10 * value + bytes[i] - '0';
        }
        if (!number) {
            throw new BadMessageException(400, "Content-Length is no number: " + Octets.text(bytes, from, to));
        }
        if (contentLength >= 0 && contentLength != value) {
            throw new BadMessageException(400, "Content-Length is both " + contentLength + " and " + value);
        }
        contentLength = value;
    }

    /** A list, of which empty elements are ignored (RFC 9110 section 5.6.1). */
    private void readEncoding(byte[] bytes, int from, int to) {
        encoded = true;
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && bytes[end] != ',') {
                end++;
            }
            int next = end + 1;
            while (at < end && Octets.isBlank(bytes[at])) {
                at++;
            }
            while (end > at && Octets.isBlank(bytes[end - 1])) {
                end--;
            }
            if (end > at) {
                chunkedLast = Octets.equalsIgnoreCase(bytes, at, end, "chunked");
                chunked += chunkedLast ? 1 : 0;
                otherEncoding |= !chunkedLast;
            }
            at = next;
        }
    }
}
