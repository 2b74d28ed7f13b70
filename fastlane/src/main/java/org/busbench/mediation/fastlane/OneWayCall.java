package org.busbench.mediation.fastlane;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.Call;
import org.busbench.mediation.http.CallEvents;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.head.HeadEdits;

/** A copy of a request for a backend whose answer is dropped, since the client gets 202. A failure is logged. For the thread of the request's loop. */
record OneWayCall(Consumer<String> log) implements CallEvents {

    /** Fields of a request that its copy does not have. */
    private static final Set<String> WRITTEN_ANEW = Set.of("content-length", "expect", "host");

    static void send(
            Consumer<String> log,
            Exchange exchange,
            Upstream.Single endpoint,
            List<HeaderField> changes,
            List<HeaderField> further,
            byte[] body) {
        HeadEdits fields = HeaderField.copy(exchange.request(), WRITTEN_ANEW, HeaderField.with(changes, further));
        Call call = exchange.call(new OneWayCall(log));
        call.start(
                endpoint.endpoint(),
                exchange.request().method(),
                endpoint.spec().target(),
                fields,
                body.length);
        call.send(Slice.of(body));
        call.end();
    }

    @Override
    public void failed(Failure failure) {
        log.accept(failure.detail());
    }
}
