package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.head.Framing;

/**
 * An answer of our own that is made while it is sent. For the loop's thread. When the client has gone, what is given is released and nothing else happens.
 */
public final class AnswerStream {
    private final Exchange exchange;
    private final Source source;
    private final Framing framing;
    private final boolean bodyless;
    private long left;
    private boolean ended;

    /** Makes an answer while it is sent. On the loop's thread; must not block. */
    public interface Source {

        /** The client takes no more for now. */
        void pause();

        /** The client takes more again. */
        void resume();

        /** The client has gone; nothing more is taken. */
        void gone();
    }

    AnswerStream(Exchange exchange, Source source, Framing framing, boolean bodyless) {
        this.exchange = exchange;
        this.source = source;
        this.framing = framing;
        this.bodyless = bodyless;
        this.left = framing.length();
    }

    /** Returns how a body of so many bytes, or of an unknown length (-1), is framed; -2: the head says nothing of it. */
    static Framing framing(int status, long bodyBytes, boolean clientIsHttp10) {
        if (status == 204 || status == 304 || bodyBytes == -2) {
            return Framing.NONE;
        }
        if (bodyBytes >= 0) {
            return Framing.fixed(bodyBytes);
        }
        return clientIsHttp10 ? Framing.UNTIL_CLOSE : Framing.CHUNKED;
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
        if (framing.kind() == Framing.Kind.FIXED) {
            left -= bytes;
            if (left < 0) {
                content.release();
                cut();
                throw new IllegalStateException(
                        "an answer is longer than the " + framing.length() + " bytes that its head says");
            }
        }
        exchange.sendContent(content, framing);
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
        if (framing.kind() == Framing.Kind.CHUNKED && !bodyless) {
            exchange.sendLastChunk();
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
