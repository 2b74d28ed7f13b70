package org.busbench.mediation.http;

import java.util.Locale;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/** The body of one request as it comes in: held back, looked at, collected, sent on or dropped. On the loop's thread. */
final class RequestSide {
    private static final int MOST_HELD_UNDECIDED = 128 << 10;
    private static final int MOST_DROPPED = 1 << 20;

    private final HttpLoop state;
    private final Exchange exchange;
    private final Delivery delivery;
    private final Body body;
    private final SliceQueue held;
    private Phase phase = Phase.HELD;
    private Framing framing;
    private BodyWatcher watcher;
    private BodyTaker taker;
    private BodyReceiver receiver;
    private int mostBytes;
    private boolean whole;
    private boolean begun;
    private boolean continueOwed;
    private boolean taken;
    private boolean spoiled;

    private enum Phase {
        HELD,
        WATCHED,
        COLLECTED,
        STREAMED,
        SENT,
        DROPPED
    }

    RequestSide(HttpLoop state, Exchange exchange, Delivery delivery, SliceQueue held) {
        this.state = state;
        this.exchange = exchange;
        this.delivery = delivery;
        this.held = held;
        this.framing = exchange.request().framing();
        this.body = new Body(framing, state.limits());
        this.whole = body.isComplete();
    }

    boolean isWhole() {
        return whole;
    }

    /** The head is there; {@code more} tells whether further bytes are here already. */
    void headCame(boolean more) {
        continueOwed = exchange.request().expectsContinue() && !more && !whole;
    }

    /** The handler was asked. */
    void begun() {
        begun = true;
        sayContinue();
        if (whole) {
            end();
        }
    }

    void watch(int most, BodyWatcher who) {
        demandUndecided();
        phase = Phase.WATCHED;
        mostBytes = most;
        watcher = who;
        sayContinue();
    }

    void collect(int most, BodyTaker who) {
        demandUndecided();
        phase = Phase.COLLECTED;
        mostBytes = most;
        taker = who;
        sayContinue();
        if (framing.length() > most) {
            tooLarge();
        }
    }

    void stream(BodyReceiver who) {
        demandUndecided();
        phase = Phase.STREAMED;
        receiver = who;
        sayContinue();
    }

    /** Sends it on from now; returns the framing that the backend is to be told. */
    Framing send() {
        if (phase == Phase.DROPPED || phase == Phase.COLLECTED || phase == Phase.STREAMED) {
            throw new IllegalStateException(
                    "the body was " + phase.name().toLowerCase(Locale.ROOT) + " and must be given to be forwarded");
        }
        phase = Phase.SENT;
        sayContinue();
        return framing;
    }

    /** Takes another body in the place of the one that was taken. */
    void replace(SliceQueue other) {
        if (!whole || (phase == Phase.COLLECTED && !taken)) {
            other.clear();
            throw new IllegalStateException("the request is not whole: its body cannot be replaced yet");
        }
        held.clear();
        delivery.renew();
        framing = Framing.fixed(other.bytes());
        held.addAll(other);
        phase = Phase.SENT;
    }

    /** Drops what is held and what is still to come. */
    void discard() {
        phase = Phase.DROPPED;
        held.clear();
        if (receiver != null && !whole) {
            BodyReceiver waiting = receiver;
            receiver = null;
            waiting.broken();
        }
    }

    /** What is still to come cannot be understood, or will not come. */
    void spoil() {
        spoiled = true;
    }

    /** Returns whether the connection can be used again after the rest was dropped. */
    boolean canBeReadToItsEnd() {
        return whole || (!spoiled && !continueOwed && body.left() <= MOST_DROPPED);
    }

    /** Reads on; returns the index of the first byte that belongs to another request. */
    int read(Slice slice, int from) throws BadMessageException {
        DataRanges ranges = state.ranges();
        int to = body.read(slice, from, ranges);
        whole = body.isComplete();
        continueOwed = false;
        switch (phase) {
            case SENT -> delivery.send(slice.part(from, to));
            case COLLECTED -> collect(slice, ranges);
            case STREAMED -> {
                for (int i = 0; i < ranges.count() && phase == Phase.STREAMED; i++) {
                    receiver.content(slice, ranges.from(i), ranges.to(i));
                }
            }
            case DROPPED -> {
                if (body.readBytes() > MOST_DROPPED && !whole) {
                    exchange.droppedTooMuch();
                }
            }
            case HELD, WATCHED -> {
                held.add(slice.part(from, to));
                look(slice, ranges);
            }
        }
        if (!whole) {
            held.settle();
        } else if (!exchange.isOver()) {
            end();
        }
        return to;
    }

    private void collect(Slice slice, DataRanges ranges) {
        for (int i = 0; i < ranges.count(); i++) {
            held.add(slice.part(ranges.from(i), ranges.to(i)));
        }
        if (held.bytes() > mostBytes) {
            tooLarge();
        }
    }

    private void look(Slice slice, DataRanges ranges) {
        for (int i = 0; i < ranges.count() && phase == Phase.WATCHED; i++) {
            watcher.look(exchange, slice, ranges.from(i), ranges.to(i));
        }
        if (phase == Phase.WATCHED && held.bytes() > mostBytes) {
            tooLarge();
        } else if (phase == Phase.HELD && held.bytes() > MOST_HELD_UNDECIDED) {
            exchange.client().pause();
        }
    }

    private void tooLarge() {
        held.clear();
        phase = Phase.DROPPED;
        exchange.fail(new Failure(Failure.Kind.BODY_TOO_LARGE, "the body is longer than " + mostBytes + " bytes"));
    }

    private void end() {
        switch (phase) {
            case WATCHED -> watcher.end(exchange);
            case COLLECTED -> {
                taken = true;
                SliceQueue all = new SliceQueue();
                all.addAll(held);
                taker.taken(exchange, all);
            }
            case STREAMED -> receiver.ended();
            case SENT -> delivery.requestWhole();
            case DROPPED -> exchange.requestWhole();
            case HELD -> {
                // The handler decides later.
            }
        }
    }

    /** The body is wanted: a client that waits for leave to send it gets that (RFC 9110 section 10.1.1). */
    private void sayContinue() {
        if (begun && continueOwed && phase != Phase.HELD && phase != Phase.DROPPED) {
            continueOwed = false;
            exchange.answerSide().sendContinue();
        }
    }

    private void demandUndecided() {
        if (phase != Phase.HELD || !held.isEmpty()) {
            throw new IllegalStateException("watch and collect are for the time when nothing of the body has come");
        }
    }
}
