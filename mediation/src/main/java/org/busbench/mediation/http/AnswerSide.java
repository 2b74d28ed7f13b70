package org.busbench.mediation.http;

import java.net.InetSocketAddress;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/** What goes to the client of one exchange, and whether its connection outlives that. On the loop's thread. */
final class AnswerSide {
    private final HeadWriter writer;
    private final ClientConnection client;
    private final RequestHead request;
    private int status;
    private long bodyBytes;
    private boolean relayed;
    private AnswerStream stream;
    private boolean begun;
    private boolean closing;

    AnswerSide(HttpLoop state, ClientConnection client, RequestHead request) {
        this.writer = state.writer();
        this.client = client;
        this.request = request;
    }

    /** Returns whether a head was sent, so that there can be no other answer. */
    boolean hasBegun() {
        return begun;
    }

    /** Returns whether the head has said that the connection closes. */
    boolean isClosing() {
        return closing;
    }

    /** Returns the status of the answer, or 0. */
    int status() {
        return status;
    }

    InetSocketAddress client() {
        return client.wire().peer();
    }

    long bodyBytes() {
        return bodyBytes;
    }

    /** Returns whether the answer is a backend's. */
    boolean isRelayed() {
        return relayed;
    }

    void sendContinue() {
        client.send(writer.plain(HeadWriter.CONTINUE));
    }

    void interim(ResponseHead head) {
        if (!request.isHttp10()) {
            client.send(writer.answer(head, HeadEdits.NONE, Framing.NONE, HeadWriter.Persistence.IMPLIED));
        }
    }

    /** Sends the head of a backend's answer; {@code reusable} tells whether the connection could go on after it. */
    void head(ResponseHead head, HeadEdits edits, Framing framing, boolean reusable) {
        status = head.status();
        relayed = true;
        client.send(writer.answer(head, edits, framing, begin(reusable)));
    }

    /** Sends an answer of our own. */
    void whole(Answer answer, boolean reusable) {
        status = answer.status();
        client.send(writer.answer(answer, begin(reusable)));
        body(answer.body(), answer.mayHaveBody());
    }

    /** Sends the head of an answer of our own whose body follows. */
    void stream(AnswerStream answer, int code, HeadEdits fields, Framing framing, boolean reusable) {
        stream = answer;
        status = code;
        client.send(writer.answer(code, fields, framing, begin(reusable && !answer.endsWithConnection())));
    }

    /** The client takes no more, or more again. */
    void congest(boolean congested) {
        if (stream != null) {
            stream.congest(congested);
        }
    }

    /** Returns whether the client can tell the end of an answer that is made while it is sent only from the end of the connection. */
    boolean endsWithConnection() {
        return stream != null && stream.endsWithConnection();
    }

    /** Nobody takes it any more. */
    void gone() {
        if (stream != null) {
            stream.gone();
        }
    }

    void body(Slice slice) {
        bodyBytes += slice.length();
        client.send(slice);
    }

    /** Sends a body, or drops it where none is allowed. */
    void body(SliceQueue content, boolean allowed) {
        if (!allowed || request.isMethod("HEAD")) {
            content.clear();
        }
        for (Slice slice = content.poll(); slice != null; slice = content.poll()) {
            body(slice);
        }
    }

    private HeadWriter.Persistence begin(boolean reusable) {
        begun = true;
        closing = !reusable || !request.keepsAlive() || client.isEnding();
        if (closing) {
            return HeadWriter.Persistence.CLOSED;
        }
        return request.isHttp10() ? HeadWriter.Persistence.KEPT : HeadWriter.Persistence.IMPLIED;
    }
}
