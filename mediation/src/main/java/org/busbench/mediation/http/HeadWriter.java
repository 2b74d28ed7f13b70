package org.busbench.mediation.http;

import java.util.Arrays;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.buffer.Slice;

/**
 * Writes heads that go on: the fields as they came, in runs, without those that are for one hop, and with the framing as it was understood.
 * One for each loop.
 */
final class HeadWriter {
    private static final byte[] STATUS_START = Octets.of("HTTP/1.1 ");
    /** Gives a client leave to send its body. */
    static final byte[] CONTINUE = Octets.of("HTTP/1.1 100 Continue\r\n\r\n");

    private static final byte[] LINE_END = Octets.of("\r\n");
    private static final byte[] LENGTH = Octets.of("Content-Length: ");
    private static final byte[] TYPE = Octets.of("Content-Type: ");
    private static final byte[] CHUNKED = Octets.of("Transfer-Encoding: chunked\r\n");
    private static final byte[] CLOSE = Octets.of("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = Octets.of("Connection: keep-alive\r\n");
    private static final byte[] VIA = Octets.of("Via: 1.1 busbench\r\n");
    private static final byte[] VIA_10 = Octets.of("Via: 1.0 busbench\r\n");

    private final Arena arena;
    private byte[] text = new byte[1024];
    private int length;

    HeadWriter(Arena arena) {
        this.arena = arena;
    }

    /** How the client's connection goes on after an answer, as the answer's head has to say it. */
    enum Persistence {
        /** Nothing to say: the client speaks 1.1 and may send more. */
        IMPLIED,
        /** A client of HTTP/1.0 may send more. */
        KEPT,
        /** It is closed. */
        CLOSED
    }

    /** Writes the head of a request to a backend. */
    Slice request(RequestHead head, Route route, Framing framing) {
        if (head.memory().written().fits(route, framing, null)) {
            return plain(head.memory().written().bytes());
        }
        length = 0;
        put(head.bytes(), head.methodStart(), head.methodEnd() + 1);
        if (!route.hasTarget()) {
            putTarget(head);
        }
        put(route.lineRest());
        putFields(head, route.requestEdits());
        put(head.isHttp10() ? VIA_10 : VIA);
        putFraming(framing);
        put(LINE_END);
        keep(head, route, framing, null);
        return arena.copy(text, length);
    }

    /** Writes the head of a backend's answer to a client. */
    Slice answer(ResponseHead head, HeadEdits edits, Framing framing, Persistence persistence) {
        if (head.memory().written().fits(edits, framing, persistence)) {
            return plain(head.memory().written().bytes());
        }
        length = 0;
        put(STATUS_START);
        // An answer without a body is framed by its status, which another one would belie.
        boolean own = edits.status() == 0 || head.status() < 200 || head.status() == 204 || head.status() == 304;
        putNumber(own ? head.status() : edits.status());
        put((byte) ' ');
        if (own) {
            put(head.bytes(), head.reasonStart(), head.reasonEnd());
        } else {
            put(Octets.of(Answer.reason(edits.status())));
        }
        put(LINE_END);
        putFields(head, edits);
        putFraming(framing);
        putPersistence(persistence);
        put(LINE_END);
        keep(head, edits, framing, persistence);
        return arena.copy(text, length);
    }

    /** Writes the head of an answer of our own. */
    Slice answer(Answer answer, Persistence persistence) {
        length = 0;
        put(STATUS_START);
        putNumber(answer.status());
        put((byte) ' ');
        put(Octets.of(answer.reason()));
        put(LINE_END);
        if (answer.contentType() != null) {
            put(TYPE);
            put(Octets.of(answer.contentType()));
            put(LINE_END);
        }
        put(answer.fields().added());
        if (answer.mayHaveBody()) {
            putFraming(Framing.fixed(answer.body().bytes()));
        }
        putPersistence(persistence);
        put(LINE_END);
        return arena.copy(text, length);
    }

    /** Writes the head of an answer of our own whose body is made while it is sent. */
    Slice answer(int status, HeadEdits fields, Framing framing, Persistence persistence) {
        length = 0;
        put(STATUS_START);
        putNumber(status);
        put((byte) ' ');
        put(Octets.of(Answer.reason(status)));
        put(LINE_END);
        put(fields.added());
        putFraming(framing);
        putPersistence(persistence);
        put(LINE_END);
        return arena.copy(text, length);
    }

    /** Returns the head of a request of our own. */
    byte[] request(RequestLine line, String authority, HeadEdits fields, Framing framing) {
        length = 0;
        put(Octets.of(line.method() + " " + line.target() + " HTTP/1.1\r\nHost: " + authority + "\r\n"));
        put(fields.added());
        put(VIA);
        putFraming(framing);
        put(LINE_END);
        return Arrays.copyOf(text, length);
    }

    /** Writes the line before a chunk. */
    Slice chunkSize(int bytes) {
        length = 0;
        put(Octets.of(Integer.toHexString(bytes)));
        put(LINE_END);
        return arena.copy(text, length);
    }

    /** Writes bytes as they are. */
    Slice plain(byte[] bytes) {
        return arena.copy(bytes, bytes.length);
    }

    /** A head that has come twice will come again. */
    private void keep(Head head, Object way, Framing framing, Persistence persistence) {
        if (head.memory().isRepeated()) {
            head.memory().written(new WrittenHead(way, framing, persistence, Arrays.copyOf(text, length)));
        }
    }

    private void putTarget(RequestHead head) {
        byte[] bytes = head.bytes();
        if (bytes[head.targetStart()] == '/') {
            put(bytes, head.targetStart(), head.targetEnd());
        } else {
            put(Octets.of(head.pathAndQuery()));
        }
    }

    private void putFields(Head head, HeadEdits edits) {
        int runStart = -1;
        int runEnd = -1;
        for (int i = 0; i < head.fieldCount(); i++) {
            if (head.isDropped(i) || (edits.removesAny() && edits.removes(head, i))) {
                continue;
            }
            if (head.lineStart(i) != runEnd) {
                putRun(head, runStart, runEnd);
                runStart = head.lineStart(i);
            }
            runEnd = head.lineEnd(i);
        }
        putRun(head, runStart, runEnd);
        put(edits.added());
    }

    private void putRun(Head head, int start, int end) {
        if (start >= 0) {
            put(head.bytes(), start, end);
        }
    }

    private void putFraming(Framing framing) {
        if (framing.is(Framing.Kind.CHUNKED)) {
            put(CHUNKED);
        } else if (framing.is(Framing.Kind.FIXED)) {
            put(LENGTH);
            putNumber(framing.length());
            put(LINE_END);
        }
    }

    private void putPersistence(Persistence persistence) {
        if (persistence == Persistence.CLOSED) {
            put(CLOSE);
        } else if (persistence == Persistence.KEPT) {
            put(KEEP_ALIVE);
        }
    }

    private void putNumber(long number) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        room(digits);
        long rest = number;
        for (int at = length + digits - 1; at >= length; at--) {
            text[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    private void put(byte b) {
        room(1);
        text[length] = b;
        length++;
    }

    private void put(byte[] bytes) {
        put(bytes, 0, bytes.length);
    }

    private void put(byte[] bytes, int from, int to) {
        room(to - from);
        System.arraycopy(bytes, from, text, length, to - from);
        length += to - from;
    }

    private void room(int more) {
        if (length + more > text.length) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + more));
        }
    }
}
