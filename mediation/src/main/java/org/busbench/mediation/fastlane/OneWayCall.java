package org.busbench.mediation.fastlane;

import java.util.List;
import java.util.Set;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.Call;
import org.busbench.mediation.http.CallEvents;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.ResponseHead;

/**
 * A request whose client has its 202 already. The backend's answer is dropped; a failure is logged.
 *
 * <p>For the thread of the request's loop.
 */
final class OneWayCall implements CallEvents {

    private static final Set<String> WRITTEN_ANEW = Set.of("content-length", "expect", "host");

    private final FastProxy proxy;

    private OneWayCall(FastProxy proxy) {
        this.proxy = proxy;
    }

    /** Sends the request with the fields that it came with, and these changes. */
    static void send(FastProxy proxy, Exchange exchange, Upstream.Single to, List<HeaderField> changes, byte[] body) {
        HeadEdits fields = HeaderField.copy(exchange.request(), WRITTEN_ANEW, changes);
        Call call = exchange.call(new OneWayCall(proxy));
        call.start(to.endpoint(), exchange.request().method(), to.spec().path(), fields, body.length);
        call.send(Slice.of(body));
        call.end();
    }

    @Override
    public void congested() {
        // The whole message is handed over at once.
    }

    @Override
    public void drained() {
        // As above.
    }

    @Override
    public void answered(ResponseHead head, boolean hasBody) {
        // Dropped.
    }

    @Override
    public void content(Slice slice, int from, int to) {
        // Dropped.
    }

    @Override
    public void ended() {
        // The backend has it.
    }

    @Override
    public void failed(Failure failure) {
        proxy.logError(failure.detail());
    }
}
