package org.busbench.backend.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.http.impl.EnglishReasonPhraseCatalog;
import org.apache.http.protocol.HttpDateGenerator;

/** Writes the head of a response. For one thread. */
final class ResponseHead {
    /** Enough room for any head written here. */
    static final int MOST_BYTES = 512;
    /** The length of a body that comes in chunks. */
    static final int IN_CHUNKS = -1;
    /** The interim answer that asks for the body. */
    static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    private static final byte[] CLOSE = ascii("\r\nConnection: close");
    private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] ALLOW = ascii("\r\nAllow: GET, POST");
    private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
    private static final byte[] CHUNKED = ascii("\r\nTransfer-Encoding: chunked");
    private static final byte[] DATE = ascii("\r\nDate: ");

    private final HttpDateGenerator dates = new HttpDateGenerator();
    private final byte[][] starts = new byte[600][];
    private final Map<String, byte[]> types = new HashMap<>();
    private byte[] date = new byte[0];
    private long secondOfDate = -1;

    /** How the connection goes on, as the client is told. */
    enum Persistence {
        /** HTTP/1.1's silence: it stays open. */
        STAYS,
        /** The connection of an HTTP/1.0 client stays open. */
        STAYS_HTTP10,
        /** The connection ends after this answer. */
        CLOSES
    }

    /**
     * Writes a head.
     *
     * @param length of the body, in bytes; {@link #IN_CHUNKS}: it comes in chunks
     */
    void write(ByteBuffer target, int status, String type, int length, Persistence connection) {
        target.put(start(status));
        if (status == 405) {
            target.put(ALLOW);
        }
        if (length != 0) {
            target.put(types.computeIfAbsent(type, value -> ascii("\r\nContent-Type: " + value)));
        }
        target.put(DATE).put(date());
        if (length == IN_CHUNKS) {
            target.put(CHUNKED);
        } else if (status != 204 && status != 304) {
            target.put(LENGTH);
            putNumber(target, length);
        }
        if (connection == Persistence.CLOSES) {
            target.put(CLOSE);
        } else if (connection == Persistence.STAYS_HTTP10) {
            target.put(KEEP_ALIVE);
        }
        target.put(END);
    }

    private byte[] start(int status) {
        if (starts[status] == null) {
            String reason = EnglishReasonPhraseCatalog.INSTANCE.getReason(status, Locale.ENGLISH);
            starts[status] = ascii("HTTP/1.1 " + status + " " + (reason == null ? "" : reason));
        }
        return starts[status];
    }

    private byte[] date() {
        long second = System.currentTimeMillis() / 1000;
        if (second != secondOfDate) {
            secondOfDate = second;
            date = ascii(dates.getCurrentDate());
        }
        return date;
    }

    private static void putNumber(ByteBuffer target, int number) {
        int divisor = 1;
        while (number / divisor >= 10) {
            divisor *= 10;
        }
        for (; divisor > 0; divisor /= 10) {
            target.put((byte) ('0' + number / divisor % 10));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
