package org.busbench.mediation.fastlane;

import java.util.Set;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Call;
import org.busbench.mediation.http.CallEvents;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.ResponseHead;

/** A message that is sent on while its client is told already that it was accepted. What becomes of it is logged when it fails. For the thread of its loop. */
final class OneWay implements CallEvents {

    private static final Set<String> WRITTEN_ANEW = Set.of("content-length", "expect", "host");

    private static final int ACCEPTED = 202;

    private final FastProxy proxy;

    private OneWay(FastProxy proxy) {
        this.proxy = proxy;
    }

    /** Tells the client that its message was accepted, and nothing else. */
    static void accept(Exchange exchange) {
        exchange.answer(new Answer(ACCEPTED, null, HeadEdits.NONE, new SliceQueue()));
    }

    /** Sends it, and tells the client so; the fields of the request go along, with those changes. */
    static void send(FastProxy proxy, Exchange exchange, Leaf leaf, PutFields changes, byte[] message) {
        HeadEdits fields = HeadCopy.of(exchange.request(), WRITTEN_ANEW, changes.fields());
        Call call = exchange.streaming().call(new OneWay(proxy));
        call.start(leaf.endpoint(), exchange.request().method(), leaf.target().path(), fields, message.length);
        call.send(Slice.of(message));
        call.end();
        accept(exchange);
    }

    @Override
    public void congested() {
        // The whole message is handed over at once.
    }

    @Override
    public void drained() {
        // See there.
    }

    @Override
    public void answered(ResponseHead head, boolean hasBody) {
        // Nobody wants it.
    }

    @Override
    public void content(Slice slice, int from, int to) {
        // Nobody wants it.
    }

    @Override
    public void ended() {
        // It has arrived.
    }

    @Override
    public void failed(Failure failure) {
        proxy.complain(failure.detail());
    }
}
