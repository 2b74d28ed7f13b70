package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * Passes a backend's answer on to the client, in the framing in which it came wherever the client understands that; or keeps it for who wants
 * it whole. Belongs to one exchange.
 */
final class AnswerRelay implements AnswerReader {
    private static final byte[] LINE_END = Octets.of("\r\n");
    private static final byte[] LAST_CHUNK = Octets.of("0\r\n\r\n");

    private final HttpLoop state;
    private final Exchange exchange;
    private final ResponseHead head;
    private final Framing framing;
    private final Body body;
    private final SliceQueue kept = new SliceQueue();
    private final Way way;
    /** Whoever was told that it begins has answered otherwise. */
    private boolean replaced;

    private boolean over;

    /** How the body goes on. */
    private enum Way {
        AS_IT_IS,
        INTO_CHUNKS,
        OUT_OF_CHUNKS,
        KEPT
    }

    AnswerRelay(HttpLoop state, Exchange exchange, ResponseHead head) {
        this.state = state;
        this.exchange = exchange;
        this.head = head;
        this.framing = head.framing(exchange.request().isMethod("HEAD"));
        this.body = new Body(framing, state.limits());
        this.way = exchange.route().collectsAnswer()
                ? Way.KEPT
                : way(framing, exchange.request().isHttp10());
    }

    ResponseHead head() {
        return head;
    }

    /** Returns whether the client can tell the end of this answer only from the end of the connection. */
    boolean closesClient() {
        return exchange.request().isHttp10() && (way == Way.OUT_OF_CHUNKS || framing.is(Framing.Kind.UNTIL_CLOSE));
    }

    /** Sends the head, unless the answer is kept. */
    void begin() {
        HeadEdits edits = exchange.route().meet(exchange, head);
        if (exchange.isOver() || exchange.answerSide().hasBegun()) {
            replaced = true;
            return;
        }
        if (way == Way.KEPT) {
            return;
        }
        sendHead(edits, sentFraming(), closesClient());
    }

    @Override
    public int read(Slice slice, int from) throws BadMessageException {
        DataRanges ranges = state.ranges();
        int to = body.read(slice, from, ranges);
        if (over || replaced) {
            return to;
        }
        switch (way) {
            case AS_IT_IS -> exchange.answerSide().body(slice.part(from, to));
            case INTO_CHUNKS -> {
                exchange.answerSide().body(state.writer().chunkSize(to - from));
                exchange.answerSide().body(slice.part(from, to));
                exchange.answerSide().body(state.writer().plain(LINE_END));
            }
            case OUT_OF_CHUNKS -> {
                for (int i = 0; i < ranges.count(); i++) {
                    exchange.answerSide().body(slice.part(ranges.from(i), ranges.to(i)));
                }
            }
            case KEPT -> keep(slice, ranges);
        }
        return to;
    }

    @Override
    public boolean isComplete() {
        return body.isComplete();
    }

    @Override
    public boolean endsWithConnection() {
        return body.endsWithConnection();
    }

    @Override
    public boolean keepsAlive() {
        return head.keepsAlive() && !body.endsWithConnection();
    }

    @Override
    public void end() {
        if (over || replaced) {
            return;
        }
        if (way == Way.KEPT) {
            Decider.taken(exchange, exchange.route().answers(), head, kept);
            return;
        }
        if (way == Way.INTO_CHUNKS) {
            exchange.answerSide().body(state.writer().plain(LAST_CHUNK));
        }
        exchange.answerSent();
    }

    /** Sends the answer with this body, which is taken over, and those changes to the head, or the route's when they are null. */
    void replace(SliceQueue other, HeadEdits edits) {
        boolean bodyless = head.status() == 204 || head.status() == 304;
        HeadEdits changes = edits == null ? exchange.route().answerEdits() : edits;
        sendHead(changes, bodyless ? Framing.NONE : Framing.fixed(other.bytes()), false);
        exchange.answerSide().body(other, !bodyless);
        exchange.answerSent();
    }

    /** Nobody wants the answer any more. */
    void close() {
        if (!over) {
            over = true;
            kept.clear();
            state.recycle(head);
        }
    }

    private void sendHead(HeadEdits edits, Framing sent, boolean endsWithConnection) {
        boolean reusable = exchange.isRequestWhole() && !endsWithConnection;
        exchange.answerSide().head(head, edits, sent, reusable);
    }

    private void keep(Slice slice, DataRanges ranges) {
        for (int i = 0; i < ranges.count(); i++) {
            kept.add(slice.part(ranges.from(i), ranges.to(i)));
        }
        kept.settle();
        if (kept.bytes() > exchange.route().mostAnswerBytes()) {
            exchange.fail(new Failure(
                    Failure.Kind.ANSWER_TOO_LARGE,
                    "the answer is longer than " + exchange.route().mostAnswerBytes() + " bytes"));
        }
    }

    /** What the head says; for an answer without a body that is what the backend said of one. */
    private Framing sentFraming() {
        if (way == Way.INTO_CHUNKS) {
            return Framing.CHUNKED;
        }
        if (way == Way.OUT_OF_CHUNKS) {
            return Framing.UNTIL_CLOSE;
        }
        if (!framing.is(Framing.Kind.NONE) || head.status() == 204) {
            return framing;
        }
        if (head.hop().isChunked()) {
            return exchange.request().isHttp10() ? Framing.NONE : Framing.CHUNKED;
        }
        return head.hop().contentLength() >= 0 ? Framing.fixed(head.hop().contentLength()) : Framing.NONE;
    }

    private static Way way(Framing framing, boolean clientIsHttp10) {
        return switch (framing.kind()) {
            case CHUNKED -> clientIsHttp10 ? Way.OUT_OF_CHUNKS : Way.AS_IT_IS;
            case UNTIL_CLOSE -> clientIsHttp10 ? Way.AS_IT_IS : Way.INTO_CHUNKS;
            default -> Way.AS_IT_IS;
        };
    }
}
