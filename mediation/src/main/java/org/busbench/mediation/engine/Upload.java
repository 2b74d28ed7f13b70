package org.busbench.mediation.engine;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.BodyReceiver;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Streaming;
import org.busbench.mediation.wire.Deadline;

/**
 * The body of a request as it comes in. A short one is handed over when it is whole, so that no worker waits for a client; a long one when the conduit is
 * full, and the client waits when the worker is slower.
 *
 * <p>On the loop's thread.
 */
final class Upload implements BodyReceiver {

    private final Streaming streaming;
    private final Conduit body;
    private final Runnable begin;
    private final Deadline patience;
    private boolean begun;

    /** Calls {@code begin} once, when the message can be begun with. */
    Upload(Exchange exchange, Conduit body, Runnable begin) {
        this.streaming = exchange.streaming();
        this.body = body;
        this.begin = begin;
        this.patience = exchange.loop().deadline(() -> nobodyReads(exchange));
        body.whenRoom(() -> exchange.loop().execute(this::readOn));
    }

    @Override
    public void content(Slice slice, int from, int to) {
        if (!body.offer(copy(slice, from, to))) {
            streaming.pauseBody();
            patience.set(Tuning.socketTimeout().toNanos());
            begin();
        }
    }

    @Override
    public void ended() {
        patience.clear();
        body.end();
        begin();
    }

    @Override
    public void broken() {
        patience.clear();
        body.fail("the client did not send its message to the end");
    }

    private void readOn() {
        patience.clear();
        streaming.resumeBody();
    }

    /** Whoever has the message has forgotten it: its client must not hold memory for ever. */
    private void nobodyReads(Exchange exchange) {
        body.discard();
        if (!streaming.isAnswered()) {
            exchange.answer(Answer.text(504, "nobody took the rest of the message in time"));
        }
    }

    static byte[] copy(Slice slice, int from, int to) {
        byte[] part = new byte[to - from];
        slice.copyTo(from, part, 0, part.length);
        return part;
    }

    private void begin() {
        if (!begun) {
            begun = true;
            begin.run();
        }
    }
}
