package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;

/**
 * An answer of our own that is made while it is sent. For the loop's thread. When the client has gone, what is given is released and nothing else happens.
 */
public final class AnswerStream {
    private static final byte[] LINE_END = Octets.of("\r\n");
    private static final byte[] LAST_CHUNK = Octets.of("0\r\n\r\n");

    private final HttpLoop state;
    private final Exchange exchange;
    private final AnswerSource source;
    private final Framing framing;
    private final boolean bodyless;
    private long left;
    private boolean ended;

    AnswerStream(HttpLoop state, Exchange exchange, AnswerSource source, Framing framing, boolean bodyless) {
        this.state = state;
        this.exchange = exchange;
        this.source = source;
        this.framing = framing;
        this.bodyless = bodyless;
        this.left = framing.length();
    }

    /**
     * Sends content, and takes the slice over.
     *
     * @throws IllegalStateException if it is more than was announced; the answer is cut
     */
    public void send(Slice content) {
        int bytes = content.length();
        if (ended || exchange.isOver() || bodyless || bytes == 0) {
            content.release();
            return;
        }
        if (framing.is(Framing.Kind.FIXED)) {
            left -= bytes;
            if (left < 0) {
                content.release();
                cut();
                throw new IllegalStateException(
                        "an answer is longer than the " + framing.length() + " bytes that its head says");
            }
        }
        if (framing.is(Framing.Kind.CHUNKED)) {
            exchange.answerSide().body(state.writer().chunkSize(bytes));
            exchange.answerSide().body(content);
            exchange.answerSide().body(state.writer().plain(LINE_END));
        } else {
            exchange.answerSide().body(content);
        }
    }

    /** The answer is whole; if it is shorter than its head says, it is cut. */
    public void end() {
        if (ended || exchange.isOver()) {
            return;
        }
        if (left > 0 && !bodyless) {
            cut();
            return;
        }
        ended = true;
        if (framing.is(Framing.Kind.CHUNKED) && !bodyless) {
            exchange.answerSide().body(state.writer().plain(LAST_CHUNK));
        }
        exchange.answerSent();
    }

    /** The rest will not come: the client must see that. */
    public void cut() {
        if (!ended && !exchange.isOver()) {
            ended = true;
            exchange.cut();
        }
    }

    boolean endsWithConnection() {
        return framing.is(Framing.Kind.UNTIL_CLOSE);
    }

    void congest(boolean congested) {
        if (ended) {
            return;
        }
        if (congested) {
            source.pause();
        } else {
            source.resume();
        }
    }

    void gone() {
        if (!ended) {
            ended = true;
            source.gone();
        }
    }
}
