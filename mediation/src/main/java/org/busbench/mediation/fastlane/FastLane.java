package org.busbench.mediation.fastlane;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.busbench.mediation.compile.Flow;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.Handler;
import org.busbench.mediation.http.RequestHead;
import org.busbench.mediation.http.RequestLog;
import org.busbench.mediation.log.LogQueue;
import org.busbench.mediation.traffic.MessageCounters;
import org.busbench.mediation.wire.tls.TlsContext;

/**
 * Takes every request that reaches the mediator: SOAP messages for a compiled proxy go through its flow, everything else goes to the engine as it is.
 *
 * <p>Called on the threads of the loops; nothing here blocks.
 */
public final class FastLane implements Handler {

    private static final String SERVICES = "/services/";
    /** What Synapse calls the service that takes what is for no proxy. */
    private static final String MAIN_SERVICE = "__SynapseService";

    private static final int BODY_BYTES = 64 << 20;
    private static final int INLINE_BYTES = 32 << 10;
    private static final int CONNECTIONS = 8192;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);

    private static final ThreadLocal<LoopTools> TOOLS = ThreadLocal.withInitial(() -> new LoopTools(BODY_BYTES));

    private final Map<String, FastProxy> proxies = new HashMap<>();
    private final Map<String, RequestLog> accounts = new HashMap<>();
    private final RequestLog others;
    private final Workbench workbench;
    private final Members members;
    private final FastProxy main;
    private final Set<String> services;
    private final Handler engine;

    /**
     * For the proxies of one configuration.
     *
     * @param flows of the compiled proxies, by their names
     * @param main what happens to messages that are for no proxy, or null to leave it to the engine
     * @param names of all proxies, compiled or not
     * @param engine who takes everything else
     * @param backends keys and trust for endpoints that are reached by HTTPS; asked for only when there is one
     * @param counters where messages are counted
     * @param queue whose thread writes what {@code log} mediators say
     * @param before what took the requests until now, whose endpoints stay suspended where they have not changed; or null
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
        workbench = new Workbench(Runtime.getRuntime().availableProcessors(), BODY_BYTES);
        FastProxy.Limits limits = new FastProxy.Limits(BODY_BYTES, INLINE_BYTES, CONNECTIONS, CONNECT_TIMEOUT);
        members = new Members(CONNECTIONS, CONNECT_TIMEOUT, backends, before == null ? null : before.members);
        FastProxy.Shared shared = new FastProxy.Shared(workbench, members, new LogWriter(queue));
        flows.forEach((name, flow) ->
                proxies.put(SERVICES + name, new FastProxy(flow, name, limits, shared, counters.of(name, "fast"))));
        this.main =
                main == null ? null : new FastProxy(main, MAIN_SERVICE, limits, shared, counters.of("other", "fast"));
        this.engine = engine;
    }

    /** {@return how many large messages wait for a thread} For any thread. */
    public int workWaiting() {
        return workbench.waiting();
    }

    @Override
    public void begin(Exchange exchange) {
        FastProxy proxy = matched(exchange.request());
        if (proxy == null) {
            exchange.logTo(accounts.getOrDefault(exchange.request().pathAndQuery(), others));
            engine.begin(exchange);
        } else {
            exchange.logTo(proxy.account());
            proxy.begin(exchange, TOOLS.get());
        }
    }

    @Override
    public void failed(Exchange exchange, Failure failure) {
        FastProxy proxy = matched(exchange.request());
        if (proxy == null) {
            engine.failed(exchange, failure);
        } else {
            proxy.failed(exchange, failure, TOOLS.get());
        }
    }

    /** The tools of the calling thread. */
    static LoopTools tools() {
        return TOOLS.get();
    }

    /** What was found for a head holds for every request that comes with the same one, as long as this configuration serves. */
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
        return proxy != null && request.method().equals("POST") && proxy.takes(request.value("Content-Type"))
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
