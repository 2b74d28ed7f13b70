package org.busbench.common.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Locale;

/**
 * Parses one HTTP/1.1 message at a time, split at any byte, without copying its body. Interim responses (1xx) are
 * skipped. The requests that responses belong to are no HEAD and no CONNECT. Not safe for concurrent use; never blocks;
 * allocates nothing for a message whose head arrives in one piece.
 *
 * <pre>
 * parser.reset();
 * from += parser.feed(bytes, from, to, body);  // per read, until parser.isComplete()
 * ...
 * if (parser.endOfInput()) { ... }             // the peer has closed: was that the end of the message?
 * </pre>
 */
public final class MessageParser {
    private static final int LONGEST_HEAD = 256 * 1024;
    private static final int MOST_CHUNK_DIGITS = 15;

    private final Head head;
    private final HeadListener listener;
    private final Line line = new Line();
    private State state = State.COMPLETE;
    private boolean begun;
    private boolean ended;
    /** Bytes of the body, or of the current chunk, that have not come. */
    private long left;

    /**
     * Where in a message the next byte belongs. HEAD leads to FIXED, UNTIL_CLOSE, CHUNK_SIZE or, without a body, to
     * COMPLETE; an interim response leads back to HEAD. FIXED and UNTIL_CLOSE lead to COMPLETE. CHUNK_SIZE leads to CHUNK,
     * CHUNK to CHUNK_END and that back to CHUNK_SIZE; the last CHUNK_SIZE leads to TRAILER, and that to COMPLETE.
     */
    private enum State {
        HEAD,
        FIXED,
        UNTIL_CLOSE,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER,
        COMPLETE
    }

    /** How the end of a body is known (RFC 9112, section 6.3). */
    public enum Framing {
        NONE,
        /** The body's end is known by Content-Length. */
        FIXED,
        /** The body ends with its last chunk. */
        CHUNKED,
        /** The body ends with the connection. */
        CLOSE;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Takes the body of a message, without its framing, in as many slices as it comes in. */
    @FunctionalInterface
    public interface Body {
        /**
         * Takes the next bytes, which are valid during the call only.
         *
         * @param length at least 1
         */
        void slice(byte[] bytes, int from, int length);
    }

    /** Takes the head of a message line by line, without line ends and blanks around them. */
    public interface HeadListener {
        /** A head begins. After an interim response another one begins, and replaces it. */
        void startLine(String line);

        /** The next line of the head, as it was written: a field, or anything else that the peer sent there. */
        void field(String line);
    }

    private MessageParser(boolean requests, HeadListener listener) {
        this.head = new Head(requests);
        this.listener = listener;
    }

    /** A parser that keeps of a head what its users need under load: status, framing and the fate of the connection. */
    public static MessageParser ofResponses() {
        return new MessageParser(false, null);
    }

    /** A parser of responses, whose heads are passed on too. */
    public static MessageParser ofResponses(HeadListener listener) {
        return new MessageParser(false, listener);
    }

    /** A parser of requests, whose heads are passed on too. */
    public static MessageParser ofRequests(HeadListener listener) {
        return new MessageParser(true, listener);
    }

    public void reset() {
        head.reset();
        line.reset();
        state = State.HEAD;
        begun = false;
        ended = false;
    }

    /**
     * Takes the next bytes.
     *
     * @param to after the last one
     * @return the first byte not taken: {@code to}, unless the message is complete before
     * @throws MalformedMessageException when this is no message
     */
    public int feed(byte[] bytes, int from, int to, Body body) throws MalformedMessageException {
        begun |= to > from;
        int at = from;
        while (at < to && state != State.COMPLETE) {
            at = switch (state) {
                case FIXED, CHUNK, UNTIL_CLOSE -> data(bytes, at, to, body);
                default -> line(bytes, at, to);
            };
        }
        return at;
    }

    private int data(byte[] bytes, int from, int to, Body body) {
        int length = (int) Math.min(to - from, left);
        body.slice(bytes, from, length);
        left -= length;
        if (left == 0) {
            state = state == State.FIXED ? State.COMPLETE : State.CHUNK_END;
        }
        return from + length;
    }

    private int line(byte[] bytes, int from, int to) throws MalformedMessageException {
        int next = line.read(bytes, from, to);
        if (next < 0) {
            return to;
        }
        switch (state) {
            case HEAD -> headLine();
            case CHUNK_SIZE -> chunkSize();
            case CHUNK_END -> chunkEnd();
            default -> state = line.isEmpty() ? State.COMPLETE : State.TRAILER;
        }
        return next;
    }

    private void headLine() throws MalformedMessageException {
        if (!line.isEmpty() || !head.begun) {
            if (listener != null) {
                tell();
            }
            head.line(line);
        } else if (head.isInterim()) {
            head.reset();
        } else {
            beginBody();
        }
    }

    private void tell() {
        if (head.begun) {
            listener.field(line.text(0));
        } else {
            listener.startLine(line.text(0));
        }
    }

    private void beginBody() {
        switch (head.framing()) {
            case NONE -> state = State.COMPLETE;
            case FIXED -> {
                left = head.length;
                state = left == 0 ? State.COMPLETE : State.FIXED;
            }
            case CHUNKED -> state = State.CHUNK_SIZE;
            case CLOSE -> {
                left = Long.MAX_VALUE;
                state = State.UNTIL_CLOSE;
            }
        }
    }

    private void chunkSize() throws MalformedMessageException {
        long size = 0;
        int digits = 0;
        for (int i = 0; i < line.length(); i++) {
            int digit = Character.digit(line.at(i), 16);
            if (digit < 0) {
                break;
            }
            size = size * 16 + digit;
            digits++;
        }
        boolean goesOn = digits < line.length() && ";\t ".indexOf(line.at(digits)) < 0;
        if (digits == 0 || digits > MOST_CHUNK_DIGITS || goesOn) {
            throw new MalformedMessageException("a chunk begins with: " + line);
        }
        left = size;
        state = size == 0 ? State.TRAILER : State.CHUNK;
    }

    private void chunkEnd() throws MalformedMessageException {
        if (!line.isEmpty()) {
            throw new MalformedMessageException("a chunk is longer than it says: " + line);
        }
        state = State.CHUNK_SIZE;
    }

    /** The peer sends no more, which ends a response without length and chunks. */
    public boolean endOfInput() {
        if (state == State.UNTIL_CLOSE) {
            state = State.COMPLETE;
            ended = true;
        }
        return state == State.COMPLETE;
    }

    public boolean isComplete() {
        return state == State.COMPLETE;
    }

    /** Whether any byte came since the reset, be it of an interim response. */
    public boolean hasBegun() {
        return begun;
    }

    /** The status of the response, 200 to 999; 0 while it is not known, and of a request. */
    public int status() {
        return head.status;
    }

    /** How the end of the body is known; valid once the head is whole. */
    public Framing framing() {
        return head.framing();
    }

    /** Bytes that a body with a length, or the current chunk, still lacks; 0 elsewhere. */
    public long missingBytes() {
        return state == State.FIXED || state == State.CHUNK ? left : 0;
    }

    /** Whether the connection may carry another request after this complete message (RFC 9112, section 9.3). */
    public boolean keepsConnection() {
        return head.keepAlive && !ended;
    }

    /** The end of the message, as its head states it. */
    private static final class Head {
        private static final byte[] VERSION = "http/1.".getBytes(US_ASCII);
        private static final byte[] CONTENT_LENGTH = "content-length:".getBytes(US_ASCII);
        private static final byte[] TRANSFER_ENCODING = "transfer-encoding:".getBytes(US_ASCII);
        private static final byte[] CONNECTION = "connection:".getBytes(US_ASCII);
        private static final int STATUS_AT = "HTTP/1.1 ".length();
        private static final int MOST_DIGITS = 18;

        private final boolean requests;
        private boolean begun;
        private int status;
        private long length;
        private boolean encoded;
        private boolean chunked;
        private boolean keepAlive;
        private int bytes;

        private Head(boolean requests) {
            this.requests = requests;
        }

        private void reset() {
            begun = false;
            status = 0;
            length = -1;
            encoded = false;
            chunked = false;
            keepAlive = true;
            bytes = 0;
        }

        private boolean isInterim() {
            return !requests && status < 200;
        }

        /** A field, or the first line. */
        private void line(Line line) throws MalformedMessageException {
            bytes += line.length();
            if (bytes > LONGEST_HEAD) {
                throw new MalformedMessageException("its head is longer than " + LONGEST_HEAD + " bytes");
            }
            if (begun) {
                field(line);
            } else if (requests) {
                requestLine(line);
            } else {
                statusLine(line);
            }
            begun = true;
        }

        private void requestLine(Line line) throws MalformedMessageException {
            String text = line.text(0);
            String version = text.substring(text.lastIndexOf(' ') + 1);
            if (!version.startsWith("HTTP/1.") || text.indexOf(' ') == text.lastIndexOf(' ')) {
                throw new MalformedMessageException(
                        "it does not begin with an HTTP/1.1 request line but with: " + line);
            }
            keepAlive = !version.endsWith(".0");
        }

        private void statusLine(Line line) throws MalformedMessageException {
            boolean whole = line.length() >= STATUS_AT + 3 && line.startsWith(VERSION) && line.at(STATUS_AT - 1) == ' ';
            if (!whole || (line.length() > STATUS_AT + 3 && line.at(STATUS_AT + 3) != ' ')) {
                throw new MalformedMessageException("it does not begin with an HTTP/1.1 status line but with: " + line);
            }
            for (int i = STATUS_AT; i < STATUS_AT + 3; i++) {
                int digit = line.at(i) - '0';
                if (digit < 0 || digit > 9) {
                    throw new MalformedMessageException("its status is no number: " + line);
                }
                status = status * 10 + digit;
            }
            if (status < 100 || status == 101) {
                throw new MalformedMessageException("its status was not asked for: " + line);
            }
            keepAlive = line.at(STATUS_AT - 2) != '0';
        }

        private void field(Line line) throws MalformedMessageException {
            switch (Line.lower(line.at(0))) {
                case 'c' -> {
                    if (line.startsWith(CONTENT_LENGTH)) {
                        contentLength(line);
                    } else if (line.startsWith(CONNECTION)) {
                        connection(line.text(CONNECTION.length));
                    }
                }
                case 't' -> {
                    if (line.startsWith(TRANSFER_ENCODING)) {
                        encoded = true;
                        chunked = line.text(TRANSFER_ENCODING.length)
                                .toLowerCase(Locale.ROOT)
                                .endsWith("chunked");
                    }
                }
                default -> {
                    // Nothing else bears on where the message ends.
                }
            }
        }

        /** Digits, with blanks around them and nothing between them (RFC 9110, section 8.6). */
        private void contentLength(Line line) throws MalformedMessageException {
            int from = CONTENT_LENGTH.length;
            int to = line.length();
            while (from < to && isBlank(line.at(from))) {
                from++;
            }
            while (to > from && isBlank(line.at(to - 1))) {
                to--;
            }
            long value = 0;
            for (int i = from; i < to; i++) {
                int octet = line.at(i);
                if (octet < '0' || octet > '9' || i - from >= MOST_DIGITS) {
                    throw new MalformedMessageException("its length is no number of bytes: " + line);
                }
                value = value * 10 + octet - '0';
            }
            if (from == to || (length >= 0 && length != value)) {
                throw new MalformedMessageException("its length is missing, or contradicts an earlier one: " + line);
            }
            length = value;
        }

        private static boolean isBlank(int octet) {
            return octet == ' ' || octet == '\t';
        }

        private void connection(String options) {
            for (String option : options.toLowerCase(Locale.ROOT).split(",", -1)) {
                if (option.strip().equals("close")) {
                    keepAlive = false;
                } else if (option.strip().equals("keep-alive")) {
                    keepAlive = true;
                }
            }
        }

        /** RFC 9112, section 6.3. */
        private Framing framing() {
            if (status == 204 || status == 304) {
                return Framing.NONE;
            }
            if (encoded) {
                return chunked ? Framing.CHUNKED : Framing.CLOSE;
            }
            if (length >= 0) {
                return Framing.FIXED;
            }
            return requests ? Framing.NONE : Framing.CLOSE;
        }
    }

    /**
     * The next line of a head, without its line end: a view of the received bytes when they hold all of it, otherwise a
     * copy that grows from slice to slice. A bare LF ends a line too (RFC 9112, section 2.2).
     */
    private static final class Line {
        private static final int LONGEST = 32 * 1024;
        private static final int LONGEST_SHOWN = 80;
        private static final byte[] NOTHING = new byte[0];

        private byte[] held = NOTHING;
        private int heldLength;
        private byte[] bytes = NOTHING;
        private int from;
        private int to;

        private void reset() {
            heldLength = 0;
        }

        /** Reads on; the first byte after the line, or -1 when the line goes on after these bytes. */
        private int read(byte[] source, int start, int end) throws MalformedMessageException {
            for (int i = start; i < end; i++) {
                if (source[i] == '\n') {
                    complete(source, start, i);
                    return i + 1;
                }
            }
            hold(source, start, end);
            return -1;
        }

        private void complete(byte[] source, int start, int end) throws MalformedMessageException {
            if (heldLength == 0) {
                bytes = source;
                from = start;
                to = end;
            } else {
                hold(source, start, end);
                bytes = held;
                from = 0;
                to = heldLength;
                heldLength = 0;
            }
            if (to > from && bytes[to - 1] == '\r') {
                to--;
            }
        }

        private void hold(byte[] source, int start, int end) throws MalformedMessageException {
            int length = end - start;
            if (heldLength + length > LONGEST) {
                throw new MalformedMessageException("a line of its head is longer than " + LONGEST + " bytes");
            }
            if (heldLength + length > held.length) {
                held = Arrays.copyOf(held, Math.max(128, Integer.highestOneBit(heldLength + length) * 2));
            }
            System.arraycopy(source, start, held, heldLength, length);
            heldLength += length;
        }

        private boolean isEmpty() {
            return from == to;
        }

        private int length() {
            return to - from;
        }

        private byte at(int index) {
            return bytes[from + index];
        }

        /** Whether the line begins with these lower-case letters (or other characters) in any case. */
        private boolean startsWith(byte[] lowerCase) {
            if (length() < lowerCase.length) {
                return false;
            }
            for (int i = 0; i < lowerCase.length; i++) {
                if (lower(at(i)) != lowerCase[i]) {
                    return false;
                }
            }
            return true;
        }

        private static int lower(byte octet) {
            return octet >= 'A' && octet <= 'Z' ? octet + ('a' - 'A') : octet;
        }

        /** The text from an index to the end, without blanks around it. */
        private String text(int index) {
            return new String(bytes, from + index, length() - index, ISO_8859_1).strip();
        }

        @Override
        public String toString() {
            String text = text(0);
            return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
        }
    }
}
