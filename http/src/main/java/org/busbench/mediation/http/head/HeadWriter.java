package org.busbench.mediation.http.head;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.buffer.Slice;

/**
 * Writes heads of forwarded messages: the fields as they came, in runs, without those that are for one hop, and with the framing as it was understood.
 * One for each loop.
 */
public final class HeadWriter {
    private static final byte[] STATUS_START = Octets.of("HTTP/1.1 ");
    /** Gives a client leave to send its body. */
    public static final byte[] CONTINUE = Octets.of("HTTP/1.1 100 Continue\r\n\r\n");

    private static final byte[] POST = Octets.of("POST ");
    private static final byte[] LINE_END = Octets.of("\r\n");
    private static final byte[] LENGTH = Octets.of("Content-Length: ");
    private static final byte[] TYPE = Octets.of("Content-Type: ");
    private static final byte[] DATE = Octets.of("Date: ");
    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT\r\n'", Locale.US)
            .withZone(ZoneOffset.UTC);
    private static final byte[] CHUNKED = Octets.of("Transfer-Encoding: chunked\r\n");
    private static final byte[] CLOSE = Octets.of("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = Octets.of("Connection: keep-alive\r\n");
    private static final byte[] VIA = Octets.of("Via: 1.1 busbench\r\n");
    private static final byte[] VIA_10 = Octets.of("Via: 1.0 busbench\r\n");

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(201, "Created"),
            Map.entry(202, "Accepted"),
            Map.entry(204, "No Content"),
            Map.entry(400, "Bad Request"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(408, "Request Timeout"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"));

    private final Arena arena;
    private byte[] text = new byte[1024];
    private int length;
    private long dateSecond;
    private byte[] date;

    /** Writes into the memory of a loop. */
    public HeadWriter(Arena arena) {
        this.arena = arena;
    }

    /** Writes the head of a client's request for an upstream. */
    public Slice request(RequestHead head, RequestRewrite rewrite, Framing framing) {
        if (head.memory().written.fits(rewrite, framing, null)) {
            return plain(head.memory().written.bytes());
        }
        length = 0;
        put(head.bytes(), head.methodStart(), head.methodEnd() + 1);
        if (rewrite.skipped() > 0) {
            putTargetBelow(rewrite.base(), head, head.targetStart() + rewrite.skipped());
        } else if (!rewrite.hasTarget()) {
            putTarget(head);
        }
        put(rewrite.lineRest());
        putFields(head, rewrite.edits(), framing);
        put(head.isHttp10() ? VIA_10 : VIA);
        putFraming(framing);
        put(LINE_END);
        keep(head, rewrite, framing, null, null);
        return arena.copy(text, length);
    }

    /** Writes the head of an upstream's answer as that of a POST for another upstream. The rewrite has a target of its own. */
    public Slice request(ResponseHead head, RequestRewrite rewrite, Framing framing) {
        length = 0;
        put(POST);
        put(rewrite.lineRest());
        putFields(head, rewrite.edits(), framing);
        put(VIA);
        putFraming(framing);
        put(LINE_END);
        return arena.copy(text, length);
    }

    /** Writes the head of an upstream's answer for a client. */
    public Slice answer(ResponseHead head, HeadEdits edits, Framing framing, Persistence persistence) {
        Head.Memory.Written known = head.memory().written;
        if (known.fits(edits, framing, persistence) && (known.date() == null || known.date() == now())) {
            return plain(known.bytes());
        }
        length = 0;
        put(STATUS_START);
        int status = edits.statusFor(head.status());
        boolean own = status == head.status();
        putNumber(status);
        put((byte) ' ');
        if (own) {
            put(head.bytes(), head.reasonStart(), head.reasonEnd());
        } else {
            put(Octets.of(REASONS.getOrDefault(status, "")));
        }
        put(LINE_END);
        putFields(head, edits, framing);
        boolean dated = status < 200 || edits.adds("date") || head.value("date") != null;
        if (!dated) {
            putDate();
        }
        // An answer without a body was framed by its status, and the other one does not frame it.
        putFraming(own || (head.status() != 204 && head.status() != 304) ? framing : Framing.fixed(0));
        putPersistence(persistence);
        put(LINE_END);
        keep(head, edits, framing, persistence, dated ? null : date);
        return arena.copy(text, length);
    }

    /** Writes the head of an answer of the mediator's own; the type of its body may be null. */
    public Slice answer(int status, String contentType, HeadEdits fields, Framing framing, Persistence persistence) {
        length = 0;
        put(STATUS_START);
        putNumber(status);
        put((byte) ' ');
        put(Octets.of(REASONS.getOrDefault(status, "")));
        put(LINE_END);
        if (contentType != null) {
            put(TYPE);
            put(Octets.of(contentType));
            put(LINE_END);
        }
        put(fields.added());
        if (!fields.adds("date")) {
            putDate();
        }
        putFraming(framing);
        putPersistence(persistence);
        put(LINE_END);
        return arena.copy(text, length);
    }

    private void putDate() {
        put(DATE);
        put(now());
    }

    /** The value of a Date field and the line's end (RFC 9110 section 6.6.1); another array each second. */
    private byte[] now() {
        long second = System.currentTimeMillis() / 1000;
        if (second != dateSecond) {
            dateSecond = second;
            date = Octets.of(IMF_FIXDATE.format(Instant.ofEpochSecond(second)));
        }
        return date;
    }

    /**
     * Returns the head of a request of the mediator's own.
     *
     * @throws IllegalArgumentException if method and target would not be one request line
     */
    public byte[] request(String method, String target, String authority, HeadEdits fields, Framing framing) {
        check(method, target);
        length = 0;
        put(Octets.of(method + " " + target + " HTTP/1.1\r\n" + fields.host(authority)));
        put(fields.added());
        put(VIA);
        putFraming(framing);
        put(LINE_END);
        return Arrays.copyOf(text, length);
    }

    /** Writes bytes as they are. */
    public Slice plain(byte[] bytes) {
        return arena.copy(bytes, bytes.length);
    }

    /**
     * Checks a request of the mediator's own.
     *
     * @throws IllegalArgumentException if method and target would not be one request line
     */
    public static void check(String method, String target) {
        RequestRewrite.checkTarget(target);
        if (method.isEmpty() || !method.chars().allMatch(c -> c < 0x7f && Octets.isToken((byte) c))) {
            throw new IllegalArgumentException("no method of a request: '" + method + "'");
        }
    }

    /** A head that has come twice will come again. */
    private void keep(Head head, Object changes, Framing framing, Persistence persistence, byte[] added) {
        if (head.memory().repeated) {
            byte[] bytes = Arrays.copyOf(text, length);
            head.memory().written = new Head.Memory.Written(changes, framing, persistence, added, bytes);
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

    private void putTargetBelow(byte[] base, RequestHead head, int from) {
        put(base);
        if (base.length == 0 && (from == head.targetEnd() || head.bytes()[from] != '/')) {
            put((byte) '/');
        }
        put(head.bytes(), from, head.targetEnd());
    }

    private void putFields(Head head, HeadEdits edits, Framing framing) {
        boolean noTrailers = framing.kind() != Framing.Kind.CHUNKED || head.namesFields();
        int runStart = -1;
        int runEnd = -1;
        for (int i = 0; i < head.fieldCount(); i++) {
            if (head.isDropped(i)
                    || (edits.removesAny() && isRemoved(head, i, edits))
                    || (noTrailers && head.isNamed(i, "trailer"))) {
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

    private static boolean isRemoved(Head head, int field, HeadEdits edits) {
        for (int i = 0; i < edits.removed().size(); i++) {
            if (head.isNamed(field, edits.removed().get(i))) {
                return true;
            }
        }
        return false;
    }

    private void putRun(Head head, int start, int end) {
        if (start >= 0) {
            put(head.bytes(), start, end);
        }
    }

    private void putFraming(Framing framing) {
        if (framing.kind() == Framing.Kind.CHUNKED) {
            put(CHUNKED);
        } else if (framing.kind() == Framing.Kind.FIXED) {
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
