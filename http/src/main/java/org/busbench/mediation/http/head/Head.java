package org.busbench.mediation.http.head;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.busbench.mediation.buffer.Slice;

/**
 * The head of a message, read as its bytes arrive and kept as they came. Refused is everything by which two readers could see different
 * messages: bare CR or LF and other control characters, folded lines, space before a colon, lengths that are no plain number or differ.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9112#section-5">RFC 9112 sections 2.2, 5 and 6</a>
 */
public abstract class Head {
    private static final int FIRST_BYTES = 1024;
    private static final int BLOCK_BYTES = 512;
    private static final int FIRST_FIELDS = 32;
    private static final int MARKS = 4;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;
    private int lineStart;
    private int scanned;
    private boolean started;
    private boolean complete;
    private int[] marks = new int[MARKS * FIRST_FIELDS];
    private boolean[] dropped = new boolean[FIRST_FIELDS];
    private int fields;
    private Framing stated = Framing.NONE;

    private final HopFields hop = new HopFields();
    private final Memory memory = new Memory();

    /** Made by the loop, and used again for other messages. */
    Head() {}

    /** Ends the message. What it said is kept: most messages begin with the same bytes as the one before, and need not be read again. */
    public final void rest() {
        complete = false;
        if (!memory.recalls || bytes.length > 8 * FIRST_BYTES) {
            forget();
        }
    }

    /** Forgets the message. */
    void forget() {
        memory.forget();
        if (bytes.length > 8 * FIRST_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
        length = 0;
        lineStart = 0;
        scanned = 0;
        started = false;
        complete = false;
        fields = 0;
        hop.clear();
        stated = Framing.NONE;
    }

    /**
     * Reads on. For the connection on which the message arrives.
     *
     * @param slice has further bytes; copied from, not kept
     * @return index of the first byte that does not belong to the head; the slice's length unless it is complete
     * @throws BadMessageException if it is no head, is ambiguous, or exceeds the limits
     */
    public int read(Slice slice, int from, HttpLimits limits) throws BadMessageException {
        if (!complete && memory.recalls) {
            if (slice.startsWith(from, bytes, length)) {
                complete = true;
                memory.repeated = true;
                return from + length;
            }
            forget();
        }
        int at = from;
        while (!complete && at < slice.length()) {
            int count = Math.min(BLOCK_BYTES, slice.length() - at);
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            slice.copyTo(at, bytes, length, count);
            length += count;
            at += count;
            readLines(limits);
            if ((complete ? lineStart : length) > limits.headBytes()) {
                throw new BadMessageException(
                        started ? 431 : 414, "the head is longer than " + limits.headBytes() + " bytes");
            }
        }
        if (complete) {
            at -= length - lineStart;
            length = lineStart;
            memory.recalls = true;
        }
        return at;
    }

    /** {@return whether the empty line was read} */
    public boolean isComplete() {
        return complete;
    }

    /** {@return whether nothing of a message has come, except perhaps empty lines before it} */
    public boolean isEmpty() {
        return (!complete && memory.recalls) || (!started && lineStart == length);
    }

    /** {@return what was {@link #derive derived} from this head, for this message or for one before whose head was the same to the byte; or null} */
    public Object derived() {
        return memory.derived;
    }

    /**
     * Keeps something for messages whose head is the same.
     *
     * @param something that depends on this head and on nothing else of the message
     */
    public void derive(Object something) {
        memory.derived = something;
    }

    Memory memory() {
        return memory;
    }

    /**
     * Returns a field's value.
     *
     * @return the value of the first such field without the space around it, or null
     */
    public String value(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (int i = 0; i < fields; i++) {
            if (isNamed(i, lower)) {
                return Octets.text(bytes, marks[MARKS * i + 2], marks[MARKS * i + 3]);
            }
        }
        return null;
    }

    /** {@return how many fields there are} */
    public int fieldCount() {
        return fields;
    }

    /** {@return the name of a field as it was written} */
    public String fieldName(int index) {
        return Octets.text(bytes, marks[MARKS * index], marks[MARKS * index + 1]);
    }

    /** {@return the value of a field without the space around it} */
    public String fieldValue(int index) {
        return Octets.text(bytes, marks[MARKS * index + 2], marks[MARKS * index + 3]);
    }

    /** {@return a copy of the fields, names as they were written and values, in their order} */
    public List<Map.Entry<String, String>> fields() {
        List<Map.Entry<String, String>> all = new ArrayList<>(fields);
        for (int i = 0; i < fields; i++) {
            all.add(Map.entry(fieldName(i), fieldValue(i)));
        }
        return all;
    }

    /** Returns whether the first line, as far as it came, starts with these bytes. */
    boolean startsWith(byte[] text) {
        int start = 0;
        while (start < length && (bytes[start] == '\r' || bytes[start] == '\n')) {
            start++;
        }
        return length - start >= text.length && Octets.startsWith(bytes, start, text);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns a copy of the whole head. */
    Slice text() {
        return Slice.of(Arrays.copyOf(bytes, length));
    }

    /** {@return whether a field goes no further: it spoke to us, or is written anew} */
    public boolean isDropped(int field) {
        return dropped[field];
    }

    boolean isNamed(int field, String lower) {
        return Octets.equalsIgnoreCase(bytes, marks[MARKS * field], marks[MARKS * field + 1], lower);
    }

    int lineStart(int field) {
        return marks[MARKS * field];
    }

    int lineEnd(int field) {
        return field + 1 < fields ? marks[MARKS * (field + 1)] : lineStart - 2;
    }

    /** {@return what the head says of a body} */
    public Framing stated() {
        return stated;
    }

    /** {@return whether {@code Connection} names fields, which go no further, in a head or behind a body (RFC 9110 section 7.6.1)} */
    public boolean namesFields() {
        return hop.listsFields();
    }

    HopFields hop() {
        return hop;
    }

    /** {@return whether the sender wants to go on with this connection} */
    public final boolean keepsAlive() {
        return (!isHttp10() || hop.keepsAlive()) && !hop.closes();
    }

    public BadMessageException bad(String reason) {
        return new BadMessageException(400, reason);
    }

    abstract boolean isHttp10();

    /** Reads the first line. */
    abstract void readStart(byte[] from, int start, int end, HttpLimits limits) throws BadMessageException;

    /** Looks at a field that only this kind of message has; returns whether it goes no further. */
    abstract boolean readOwn(byte[] from, int nameStart, int nameEnd, int valueStart, int valueEnd)
            throws BadMessageException;

    /** Looks at the whole. */
    void check() throws BadMessageException {
        if (hop.isEncoded() && (isHttp10() || hop.contentLength() >= 0)) {
            throw bad("Transfer-Encoding " + (isHttp10() ? "in HTTP/1.0" : "beside Content-Length"));
        }
        if (hop.isEncoded() && !hop.isChunked()) {
            // RFC 9112 section 6.3: without chunks at the end its end is unknown. Section 6.1: other codings.
            throw new BadMessageException(
                    hop.endsWithChunks() ? 501 : 400, "a transfer encoding that is not just chunked");
        }
    }

    private void readLines(HttpLimits limits) throws BadMessageException {
        while (!complete) {
            int at = Octets.nextControl(bytes, scanned, length);
            scanned = at;
            if (at == length || (bytes[at] == '\r' && at + 1 == length)) {
                return;
            }
            if (bytes[at] == '\t' && started) {
                scanned++;
                continue;
            }
            if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
                throw bad("a control character in the head: 0x" + Integer.toHexString(bytes[at] & 0xff));
            }
            int start = lineStart;
            lineStart = at + 2;
            scanned = lineStart;
            readLine(start, at, limits);
        }
    }

    private void readLine(int start, int end, HttpLimits limits) throws BadMessageException {
        if (!started) {
            // RFC 9112 section 2.2: empty lines before the first one are to be ignored.
            if (start < end) {
                started = true;
                readStart(bytes, start, end, limits);
            }
        } else if (start < end) {
            readField(start, end, limits);
        } else {
            complete = true;
            if (namesFields()) {
                dropListedFields();
            }
            check();
            if (hop.isChunked()) {
                stated = Framing.CHUNKED;
            } else if (hop.contentLength() >= 0) {
                stated = Framing.fixed(hop.contentLength());
            }
        }
    }

    private void readField(int start, int end, HttpLimits limits) throws BadMessageException {
        int colon = start;
        while (Octets.isToken(bytes[colon])) {
            colon++;
        }
        if (colon == start || bytes[colon] != ':') {
            throw bad("a line of the head is no field: " + Octets.text(bytes, start, Math.min(end, start + 40)));
        }
        if (fields == limits.fields()) {
            throw new BadMessageException(431, "more than " + limits.fields() + " fields");
        }
        int from = colon + 1;
        int to = end;
        while (from < to && Octets.isBlank(bytes[from])) {
            from++;
        }
        while (to > from && Octets.isBlank(bytes[to - 1])) {
            to--;
        }
        mark(start, colon, from, to);
        dropped[fields - 1] = hop.read(bytes, start, colon, from, to) || readOwn(bytes, start, colon, from, to);
    }

    private void mark(int start, int colon, int from, int to) {
        int at = MARKS * fields;
        if (at == marks.length) {
            marks = Arrays.copyOf(marks, 2 * marks.length);
            dropped = Arrays.copyOf(dropped, 2 * dropped.length);
        }
        marks[at] = start;
        marks[at + 1] = colon;
        marks[at + 2] = from;
        marks[at + 3] = to;
        fields++;
    }

    private void dropListedFields() {
        for (int i = 0; i < fields; i++) {
            if (isNamed(i, "connection")) {
                dropListed(marks[MARKS * i + 2], marks[MARKS * i + 3]);
            }
        }
    }

    private void dropListed(int from, int to) {
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && Octets.isToken(bytes[end])) {
                end++;
            }
            for (int i = 0; end > at && i < fields; i++) {
                dropped[i] |= Octets.equalsIgnoreCase(bytes, marks[MARKS * i], marks[MARKS * i + 1], bytes, at, end);
            }
            at = end + 1;
        }
    }

    /**
     * Knowledge from earlier messages whose heads had the same bytes. Clients and backends mostly repeat themselves: to compare some hundred bytes costs a tenth
     * of reading and writing them anew. For the loop's thread.
     */
    static final class Memory {
        /** Whether a whole head, with which nothing is wrong, is kept. */
        private boolean recalls;
        /** Whether the same head has come again. */
        boolean repeated;

        private Object derived;
        /** How the head was written on last. */
        Written written = Written.NONE;

        /**
         * A head as it was written for the next hop, for messages that come with the same head and are changed in the same way.
         *
         * @param changes the rewrite, or the edits, by which it was made; compared by identity
         * @param persistence of the client's connection, or null
         * @param date the date that was added to it, or null
         * @param bytes the text; not to be changed
         */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Written(Object changes, Framing framing, Persistence persistence, byte[] date, byte[] bytes) {
            /** Fits nothing. */
            static final Written NONE = new Written(null, Framing.NONE, null, null, new byte[0]);

            boolean fits(Object otherChanges, Framing other, Persistence otherPersistence) {
                return changes == otherChanges
                        && persistence == otherPersistence
                        && framing.kind() == other.kind()
                        && framing.length() == other.length();
            }
        }

        void forget() {
            recalls = false;
            repeated = false;
            derived = null;
            written = Written.NONE;
        }
    }
}
