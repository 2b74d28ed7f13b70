package org.busbench.sampler.http;

/**
 * Reads one answer at a time, split at any byte, without copying its body. Interim answers (1xx) are passed over. Not
 * safe for concurrent use; never blocks.
 *
 * <pre>
 * parser.reset();
 * from += parser.feed(bytes, from, to, body);  // per read, until parser.isComplete()
 * ...
 * if (parser.endOfInput()) { ... }             // the peer has closed: was that the end of the answer?
 * </pre>
 */
public final class AnswerParser {
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

    private final AnswerHead head = new AnswerHead();
    private final Line line = new Line();
    private State state = State.COMPLETE;
    private boolean begun;
    private boolean ended;
    private long left;

    /** Gets ready for the next answer. */
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
     * @param bytes holds them
     * @param from the first one
     * @param to after the last one
     * @param body gets what belongs to the body
     * @return the first byte not taken: {@code to}, unless the answer is complete before
     * @throws MalformedAnswerException when this is no answer
     */
    public int feed(byte[] bytes, int from, int to, Body body) throws MalformedAnswerException {
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

    private int line(byte[] bytes, int from, int to) throws MalformedAnswerException {
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

    private void headLine() throws MalformedAnswerException {
        if (!line.isEmpty() || head.status() == 0) {
            head.line(line);
        } else if (head.isInterim()) {
            head.reset();
        } else {
            beginBody();
        }
    }

    private void beginBody() {
        switch (head.framing()) {
            case LENGTH -> {
                left = head.length();
                state = left == 0 ? State.COMPLETE : State.FIXED;
            }
            case CHUNKED -> state = State.CHUNK_SIZE;
            case UNTIL_CLOSE -> {
                left = Long.MAX_VALUE;
                state = State.UNTIL_CLOSE;
            }
        }
    }

    private void chunkSize() throws MalformedAnswerException {
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
        if (digits == 0 || digits > 15 || goesOn) {
            throw new MalformedAnswerException("a chunk begins with: " + line);
        }
        left = size;
        state = size == 0 ? State.TRAILER : State.CHUNK;
    }

    private void chunkEnd() throws MalformedAnswerException {
        if (!line.isEmpty()) {
            throw new MalformedAnswerException("a chunk is longer than it says: " + line);
        }
        state = State.CHUNK_SIZE;
    }

    /**
     * The peer sends no more. An answer without length and chunks is complete by that.
     *
     * @return whether the answer is complete
     */
    public boolean endOfInput() {
        if (state == State.UNTIL_CLOSE) {
            state = State.COMPLETE;
            ended = true;
        }
        return state == State.COMPLETE;
    }

    /**
     * Whether the answer has been read to its end.
     *
     * @return false while more is expected
     */
    public boolean isComplete() {
        return state == State.COMPLETE;
    }

    /**
     * Whether any byte of an answer came, be it of an interim one.
     *
     * @return false after a reset
     */
    public boolean hasBegun() {
        return begun;
    }

    /**
     * The status of the answer.
     *
     * @return 200 to 999; 0 while it is not known
     */
    public int status() {
        return head.status();
    }

    /**
     * Whether the connection may carry another request after this complete answer (RFC 9112, 9.3).
     *
     * @return false when it must be closed
     */
    public boolean keepsConnection() {
        return head.keepAlive() && !ended;
    }
}
