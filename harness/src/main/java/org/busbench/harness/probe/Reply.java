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
        String[] lines = head.split("\r\n", -1);
        if (!lines[0].matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
            broken("no status line: " + lines[0]);
            return;
        }
        status = Integer.parseInt(lines[0].substring(9, 12));
        if (status < 200) {
            System.arraycopy(bytes, end, bytes, 0, length - end);
            length -= end;
            return;
        }
        closes = lines[0].startsWith("HTTP/1.0");
        framing = status == NO_CONTENT || status == NOT_MODIFIED ? Framing.COMPLETE : Framing.UNTIL_CLOSE;
        bodyStart = end;
        bodyEnd = end;
        raw = end;
        for (int i = 1; i < lines.length; i++) {
            readField(lines[i].toLowerCase(Locale.ROOT));
        }
        closes |= framing == Framing.UNTIL_CLOSE;
    }

    private void readField(String field) {
        int colon = field.indexOf(':');
        String value = field.substring(colon + 1).strip();
        switch (colon < 0 ? "" : field.substring(0, colon)) {
            case "transfer-encoding" -> {
                if (value.endsWith("chunked") && framing != Framing.COMPLETE) {
                    framing = Framing.CHUNKED;
                }
            }
            case "content-length" -> {
                if (!value.matches("[0-9]{1,8}")) {
                    broken("content-length " + value);
                } else if (framing == Framing.UNTIL_CLOSE) {
                    framing = Framing.LENGTH;
                    declaredLength = Integer.parseInt(value);
                }
            }
            case "connection" -> closes = closes ? !value.equals("keep-alive") : value.contains("close");
            default -> {
                // No other field says where the message ends.
            }
        }
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
