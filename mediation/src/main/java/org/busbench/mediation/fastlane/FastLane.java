package org.busbench.mediation.fastlane;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.Handler;
import org.busbench.mediation.http.Handler.RequestLog;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.log.LogQueue;
import org.busbench.mediation.traffic.MessageCounters;
import org.busbench.mediation.wire.tls.TlsContext;

/**
 * Gets every request that reaches the mediator. SOAP messages for a compiled proxy go through its flow; everything else goes to the engine as it
 * came.
 *
 * <p>Called on the threads of the event loops; nothing here blocks.
 */
public final class FastLane implements Handler {

    private static final String SERVICES = "/services/";

    private final Map<String, FastProxy> proxies = new HashMap<>();
    private final Map<String, RequestLog> accounts = new HashMap<>();
    private final RequestLog others;
    private final OffloadPool offload;
    private final Upstreams upstreams;
    private final FastProxy main;
    private final Set<String> services;
    private final Handler engine;

    /**
     * For the proxies of one configuration.
     *
     * @param main flow of messages that are for no proxy; null leaves them to the engine
     * @param engine gets everything else
     * @param backends keys and trust for endpoints that are reached by HTTPS; asked for only when there is one
     * @param counters count the messages
     * @param queue its thread writes the lines of {@code log} mediators
     * @param before serves until now; endpoints that have not changed keep their circuit breakers. Null at start
     */
    public FastLane(
            Map<String, Flow> flows,
            Flow main,
            Set<String> names,
            Handler engine,
            Supplier<TlsContext> backends,
            MessageCounters counters,
            LogQueue queue,
            FastLane before) {
        names.forEach(name -> accounts.put(SERVICES + name, counters.of(name, "engine")));
        this.others = counters.of("other", "engine");
        this.services = Set.copyOf(names);
        this.offload = new OffloadPool(Runtime.getRuntime().availableProcessors());
        this.upstreams = new Upstreams(backends, before == null ? null : before.upstreams);
        LogWriter log = new LogWriter(queue);
        flows.forEach((name, flow) ->
                proxies.put(SERVICES + name, new FastProxy(flow, offload, upstreams, log, counters.of(name, "fast"))));
        this.main = main == null ? null : new FastProxy(main, offload, upstreams, log, counters.of("other", "fast"));
        this.engine = engine;
    }

    /** Returns how many large messages wait for a thread off the event loops. For any thread. */
    public int offloadWaiting() {
        return offload.waiting();
    }

    @Override
    public void begin(Exchange exchange) {
        FastProxy proxy = matched(exchange.request());
        if (proxy == null) {
            exchange.logTo(accounts.getOrDefault(exchange.request().pathAndQuery(), others));
            engine.begin(exchange);
        } else {
            exchange.logTo(proxy.account());
            proxy.begin(exchange);
        }
    }

    @Override
    public void failed(Exchange exchange, Failure failure) {
        FastProxy proxy = matched(exchange.request());
        if (proxy == null) {
            engine.failed(exchange, failure);
        } else {
            proxy.failed(exchange, failure);
        }
    }

    /** The match of a head is kept with it, for all requests that come with the same head while this configuration serves. */
    private FastProxy matched(RequestHead request) {
        if (request.derived() instanceof Match match && match.lane == this) {
            return match.proxy;
        }
        FastProxy proxy = proxy(request);
        request.derive(new Match(this, proxy));
        return proxy;
    }

    private record Match(FastLane lane, FastProxy proxy) {}

    private FastProxy proxy(RequestHead request) {
        String path = request.pathAndQuery();
        FastProxy proxy = proxies.get(path);
        if (proxy == null && main != null && isForNoService(path)) {
            proxy = main;
        }
        return proxy != null && request.method().equals("POST") && proxy.accepts(request.value("Content-Type"))
                ? proxy
                : null;
    }

    /** Whether the path names no proxy, with or without what Axis2 lets follow its name. */
    private boolean isForNoService(String path) {
        if (path.indexOf('?') >= 0 || path.indexOf('%') >= 0) {
            return false;
        }
        int at = path.indexOf(SERVICES);
        if (at < 0) {
            return true;
        }
        int end = at + SERVICES.length();
        while (end < path.length() && path.charAt(end) != '/' && path.charAt(end) != '.') {
            end++;
        }
        return !services.contains(path.substring(at + SERVICES.length(), end));
    }
}
