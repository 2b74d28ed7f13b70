package org.busbench.harness.probe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * One HTTP/1.1 response as it arrives (RFC 9112, sections 4 to 6): bytes go in, and after each portion it is known
 * whether the response is complete. The body's buffer grows to the response and is used again for the next one.
 */
final class Reply {

    private static final int FIRST_BUFFER = 8 * 1024;
    private static final int LARGEST = 16 * 1024 * 1024;
    private static final int STATUS_START = 9;
    private static final int STATUS_END = 12;
    private static final int FINAL = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private byte[] bytes = new byte[FIRST_BUFFER];
    private int length;
    private Framing framing;
    private int status;
    private boolean closes;
    /** Where the body begins, and where its decoded part ends. */
    private int bodyStart;

    private int bodyEnd;
    /** Position of the next undecoded byte of a chunked body. */
    private int raw;

    private int declaredLength;
    private String fault;

    private enum Framing {
        HEAD,
        LENGTH,
        CHUNKED,
        UNTIL_CLOSE,
        COMPLETE
    }

    Reply() {
        reset();
    }

    /** Forgets everything, for the next response. */
    void reset() {
        length = 0;
        framing = Framing.HEAD;
        status = 0;
        closes = false;
        fault = null;
        bodyStart = 0;
        bodyEnd = 0;
    }

    /** Takes what has arrived; true when the response is complete, or can never be, see {@link #fault()}. */
    boolean add(ByteBuffer arrived) {
        if (length + arrived.remaining() > LARGEST) {
            return broken("more than " + LARGEST + " bytes");
        }
        int needed = length + arrived.remaining();
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        }
        int portion = arrived.remaining();
        arrived.get(bytes, length, portion);
        length += portion;
        return advance();
    }

    /** Whether a response that is delimited by the end of its connection is complete now; otherwise it was cut. */
    boolean completeAtEnd() {
        if (framing == Framing.UNTIL_CLOSE) {
            bodyEnd = length;
            framing = Framing.COMPLETE;
        }
        return framing == Framing.COMPLETE && fault == null;
    }

    /** Whether nothing of it has arrived. */
    boolean isEmpty() {
        return length == 0;
    }

    int status() {
        return status;
    }

    /** Whether the connection cannot carry another request. */
    boolean closes() {
        return closes || fault != null;
    }

    /** What makes it no HTTP response; null when nothing does. */
    String fault() {
        return fault;
    }

    /** The decoded body, each byte as a character. */
    String body() {
        return new String(bytes, bodyStart, bodyEnd - bodyStart, StandardCharsets.ISO_8859_1);
    }

    private boolean advance() {
        while (framing == Framing.HEAD) {
            int end = endOfHead();
            if (end < 0) {
                return false;
            }
            readHead(end);
            if (fault != null) {
                return true;
            }
        }
        return switch (framing) {
            case LENGTH -> lengthReached();
            case CHUNKED -> chunksDecoded();
            case COMPLETE -> true;
            case HEAD, UNTIL_CLOSE -> false;
        };
    }

    private void readHead(int end) {
        String head = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
        int line = head.indexOf("\r\n");
        status = statusOf(head);
        if (status < 0) {
            broken("no status line: " + head.substring(0, line));
            return;
        }
        if (status < FINAL) {
            System.arraycopy(bytes, end, bytes, 0, length - end);
            length -= end;
            return;
        }
        closes = head.startsWith("HTTP/1.0");
        framing = status == NO_CONTENT || status == NOT_MODIFIED ? Framing.COMPLETE : Framing.UNTIL_CLOSE;
        bodyStart = end;
        bodyEnd = end;
        raw = end;
        while (line + 2 < end) {
            int next = head.indexOf("\r\n", line + 2);
            readField(head, line + 2, next);
            line = next;
        }
        closes |= framing == Framing.UNTIL_CLOSE;
    }

    /** Of {@code HTTP/1.x NNN}; -1 when it does not begin so. */
    private static int statusOf(String head) {
        boolean http = head.startsWith("HTTP/1.1 ") || head.startsWith("HTTP/1.0 ");
        int value = http && head.length() > STATUS_END ? number(head.substring(STATUS_START, STATUS_END), 10) : -1;
        return value >= 100 && value < 600 ? value : -1;
    }

    private void readField(String head, int start, int end) {
        int colon = head.indexOf(':', start);
        if (colon < 0 || colon > end) {
            return;
        }
        String value = head.substring(colon + 1, end).strip();
        if (isField(head, start, colon, "content-length")) {
            declaredLength = number(value, 10);
            if (declaredLength < 0) {
                broken("content-length " + value);
            } else if (framing == Framing.UNTIL_CLOSE) {
                framing = Framing.LENGTH;
            }
        } else if (isField(head, start, colon, "transfer-encoding")) {
            if (value.toLowerCase(Locale.ROOT).endsWith("chunked") && framing != Framing.COMPLETE) {
                framing = Framing.CHUNKED;
            }
        } else if (isField(head, start, colon, "connection")) {
            closes = closes ? !value.equalsIgnoreCase("keep-alive") : value.equalsIgnoreCase("close");
        }
    }

    private static boolean isField(String head, int start, int colon, String name) {
        return colon - start == name.length() && head.regionMatches(true, start, name, 0, name.length());
    }

    /** A number of one to seven digits and nothing else; -1 when it is none. */
    private static int number(String text, int radix) {
        if (text.isEmpty() || text.length() > 7) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), radix) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value * radix + digit;
        }
        return value;
    }

    private boolean lengthReached() {
        int there = length - bodyStart;
        bodyEnd = bodyStart + Math.min(there, declaredLength);
        if (there > declaredLength) {
            return broken((there - declaredLength) + " bytes more than content-length says");
        }
        if (there == declaredLength) {
            framing = Framing.COMPLETE;
        }
        return there == declaredLength;
    }

    /** Moves the chunks' data together, in place. */
    private boolean chunksDecoded() {
        while (true) {
            int line = lineEnd(raw);
            if (line < 0) {
                return false;
            }
            String size = new String(bytes, raw, line - raw, StandardCharsets.ISO_8859_1).split(";", 2)[0].strip();
            if (!size.matches("[0-9a-fA-F]{1,7}")) {
                return broken("chunk size '" + size + "'");
            }
            int chunk = Integer.parseInt(size, 16);
            int data = line + 2;
            if (chunk == 0) {
                return trailerRead(data);
            }
            if (length < data + chunk + 2) {
                return false;
            }
            System.arraycopy(bytes, data, bytes, bodyEnd, chunk);
            bodyEnd += chunk;
            raw = data + chunk + 2;
        }
    }

    /** Trailer fields up to an empty line. */
    private boolean trailerRead(int from) {
        int start = from;
        for (int end = lineEnd(start); end >= 0; end = lineEnd(start)) {
            if (end == start) {
                framing = Framing.COMPLETE;
                return true;
            }
            start = end + 2;
        }
        return false;
    }

    private boolean broken(String what) {
        fault = what;
        return true;
    }

    /** Position after the empty line; -1 while it has not arrived. */
    private int endOfHead() {
        for (int i = 0; i + 3 < length; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                return i + 4;
            }
        }
        return -1;
    }

    /** Position of the next CRLF; -1 while it has not arrived. */
    private int lineEnd(int from) {
        for (int i = from; i + 1 < length; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
                return i;
            }
        }
        return -1;
    }
}
