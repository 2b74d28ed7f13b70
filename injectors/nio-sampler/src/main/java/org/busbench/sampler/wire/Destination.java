package org.busbench.sampler.wire;

import java.nio.ByteBuffer;
import org.busbench.common.DataRows;
import org.busbench.common.client.Fault;
import org.busbench.common.client.RequestConnection;
import org.busbench.sampler.message.Expectation;
import org.busbench.sampler.message.Fields;
import org.busbench.sampler.message.Needles;
import org.busbench.sampler.message.RequestTemplate;
import org.busbench.sampler.record.Contents;
import org.busbench.sampler.record.LoopTally;

/**
 * A server that a loop's clients ask: what it is sent, what it must answer, and what its requests come to. A loop with two of
 * them deals its clients to both in turn. For one loop, on its thread.
 */
public final class Destination {
    private final ConnectionSettings settings;
    private final DataRows rows;
    private final RequestTemplate.Buffers requests;
    private final boolean numbered;
    private final Needles needles;
    private final Contents contents;
    private final LoopTally tally;
    private final ExchangeListener listener;
    private final SampledExchange.ResponseMemory memory = new SampledExchange.ResponseMemory();
    private final RequestConnection.Server server;
    private long begun;

    /** A server that was not asked yet; the tally is of this loop and this server alone. */
    public Destination(
            ConnectionSettings settings,
            DataRows rows,
            RequestTemplate request,
            Expectation expectation,
            Contents contents,
            LoopTally tally,
            ExchangeListener listener) {
        this.settings = settings;
        this.server = new RequestConnection.Server(settings.address(), settings.tls(), settings.keepAlive());
        this.rows = rows;
        this.requests = new RequestTemplate.Buffers(request);
        this.numbered = request.isNumbered();
        this.needles = new Needles(expectation);
        this.contents = contents;
        contents.ofKinds(rows.kinds());
        this.tally = tally;
        this.listener = listener;
    }

    ConnectionSettings settings() {
        return settings;
    }

    RequestConnection.Server server() {
        return server;
    }

    SampledExchange newExchange() {
        return new SampledExchange(rows, numbered, requests, needles, contents, memory);
    }

    ByteBuffer request(Fields fields) {
        return requests.request(fields);
    }

    /** The number of the next request to it in this loop, from 0. */
    long nextRequest() {
        return begun++;
    }

    void sent() {
        tally.sent();
    }

    void verified(SampledExchange exchange) {
        if (tally.hasLimit() && exchange.fields().isLimited()) {
            tally.limited(exchange.endNanos(), !exchange.isRefusal());
        }
        if (exchange.isRefusal()) {
            tally.refused();
        } else {
            tally.verified(exchange.endNanos() - exchange.startNanos());
        }
        listener.verified(exchange);
    }

    void failed(SampledExchange exchange, Fault fault) {
        tally.failed(fault.error());
        listener.failed(exchange, fault);
    }

    void unfinished() {
        tally.unfinished();
    }

    void unsent(long number) {
        tally.unsent(number);
    }
}
