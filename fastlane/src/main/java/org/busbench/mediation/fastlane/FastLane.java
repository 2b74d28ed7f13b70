package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.Handler;
import org.busbench.mediation.http.Handler.RequestLog;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.log.LogQueue;
import org.busbench.mediation.traffic.MessageCounters;
import org.busbench.mediation.wire.tls.TlsContext;
import org.busbench.mediation.xml.Limits;

/**
 * Gets every request that reaches the mediator. SOAP messages for a compiled proxy go through its flow, and so do messages of other kinds if the flow only
 * forwards; everything else goes to the engine as it came.
 *
 * <p>Called on the threads of the event loops; nothing here blocks.
 */
public final class FastLane implements Handler {

    private static final String SERVICES = "/services/";

    private final Map<String, FastProxy> proxies = new HashMap<>();
    private final List<FastApi> apis = new ArrayList<>();
    private final Map<String, RequestLog> accounts = new HashMap<>();
    private final RequestLog others;
    private final OffloadPool offload;
    private final Upstreams upstreams;
    private final FastProxy main;
    private final Set<String> services;
    private final Handler engine;

    /**
     * The compiled flows of one configuration.
     *
     * @param proxies by their names
     * @param apis resources of APIs
     * @param main flow of messages that are for no proxy; null leaves them to the engine
     * @param names of all proxies, of those in the engine, too
     */
    public record Flows(Map<String, Flow> proxies, Map<RestApi, Flow> apis, Flow main, Set<String> names) {}

    private record FastApi(RestApi api, FastProxy proxy) {}

    /**
     * For the flows of one configuration.
     *
     * @param xml bounds of the messages that are parsed
     * @param engine gets everything else
     * @param backends keys and trust for endpoints that are reached by HTTPS; asked for only when there is one
     * @param counters count the messages
     * @param queue its thread writes the lines of {@code log} mediators
     * @param before serves until now; endpoints that have not changed keep their circuit breakers. Null at start
     */
    public FastLane(
            Flows flows,
            Limits xml,
            LaneLimits limits,
            Handler engine,
            Supplier<TlsContext> backends,
            MessageCounters counters,
            LogQueue queue,
            FastLane before) {
        flows.names().forEach(name -> accounts.put(SERVICES + name, counters.of(name, "engine")));
        this.others = counters.of("other", "engine");
        this.services = Set.copyOf(flows.names());
        LogWriter log = new LogWriter(queue);
        this.offload = new OffloadPool(Runtime.getRuntime().availableProcessors(), limits.waitingBytes());
        ThreadLocal<ThreadTools> tools = ThreadTools.ofThreads(
                xml, limits.messageBytes(), (int) Math.min(limits.messageBytes(), limits.readingBytes()));
        MessageWork.Shared shared = new MessageWork.Shared(offload, tools, limits.messageBytes(), limits.parts(), log);
        this.upstreams = new Upstreams(backends, limits, before == null ? null : before.upstreams);
        flows.proxies().forEach((name, flow) -> {
            String path = SERVICES + name;
            proxies.put(path, new FastProxy(flow, path, null, shared, upstreams, counters.of(name, "fast")));
        });
        flows.apis().forEach((api, flow) -> {
            RequestLog account = counters.of("api:" + api.name(), "fast");
            apis.add(new FastApi(api, new FastProxy(flow, api.context(), api, shared, upstreams, account)));
        });
        Flow other = flows.main();
        this.main = other == null
                ? null
                : new FastProxy(other, null, null, shared, upstreams, counters.of("other", "fast"));
        this.engine = engine;
    }

    /** Returns how many large messages wait for a thread off the event loops. For any thread. */
    public int offloadWaiting() {
        return offload.waiting();
    }

    @Override
    public void begin(Exchange exchange) {
        Match match = match(exchange.request());
        if (match.proxy == null) {
            exchange.logTo(accounts.getOrDefault(exchange.request().pathAndQuery(), others));
            engine.begin(exchange);
        } else {
            exchange.logTo(match.proxy.account());
            match.proxy.begin(exchange, match.unread);
        }
    }

    @Override
    public void failed(Exchange exchange, Failure failure) {
        Match match = match(exchange.request());
        if (match.proxy == null) {
            engine.failed(exchange, failure);
        } else {
            match.proxy.failed(exchange, failure, match.unread);
        }
    }

    /** The match of a head is kept with it, for all requests that come with the same head while this configuration serves. */
    private Match match(RequestHead request) {
        if (request.derived() instanceof Match match && match.lane == this) {
            return match;
        }
        FastProxy soap = soapProxy(request);
        FastProxy unread = soap == null ? unreadProxy(request) : null;
        Match match = new Match(this, soap == null ? unread : soap, unread != null);
        request.derive(match);
        return match;
    }

    /**
     * The mediator of all requests with one head.
     *
     * @param proxy null for the engine
     * @param unread whether they are no SOAP, and pass through the proxy unread
     */
    private record Match(FastLane lane, FastProxy proxy, boolean unread) {}

    private FastProxy soapProxy(RequestHead request) {
        if (!request.isMethod("POST")) {
            return null;
        }
        String path = request.pathAndQuery();
        FastProxy proxy = proxies.get(path);
        if (proxy == null) {
            proxy = apiProxy("POST", request.target());
        }
        if (proxy == null && main != null && isForNoService(path)) {
            proxy = main;
        }
        return proxy != null && proxy.accepts(request) ? proxy : null;
    }

    /**
     * Whether the engine would send the message on unread, with the rest of its path behind the endpoint's, if no mediator asks for it. A field
     * {@code SOAPAction} would have the engine write it anew, and of a form it makes an envelope.
     */
    private static boolean isUnread(RequestHead request) {
        String type = request.value("Content-Type");
        if (request.value("SOAPAction") != null) {
            return false;
        }
        return switch (request.method()) {
            case "GET", "HEAD", "DELETE" ->
                type == null && request.bodyLength() == 0 && request.value("Content-Length") == null;
            case "POST", "PUT", "PATCH" -> type != null && request.bodyLength() != 0 && isNeitherSoapNorForm(type);
            default -> false;
        };
    }

    private static boolean isNeitherSoapNorForm(String contentType) {
        String type = contentType.toLowerCase(Locale.ROOT);
        return !type.contains("text/xml")
                && !type.contains("application/soap+xml")
                && !type.contains("application/x-www-form-urlencoded")
                && !type.startsWith("multipart/");
    }

    private FastProxy unreadProxy(RequestHead request) {
        if (!isUnread(request)) {
            return null;
        }
        String target = request.target();
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (query >= 0 && isForService(target.substring(query))) {
            return null;
        }
        FastProxy proxy = path.startsWith(SERVICES) ? proxies.get(service(path)) : null;
        // Below the path of a service Synapse has a slash more, if nothing follows.
        if (proxy == null && !(path.startsWith(SERVICES) && service(path).equals(path))) {
            proxy = apiProxy(request.method(), target);
        }
        boolean takes = proxy != null && (proxy.passesUnread() || (proxy.readsPlainXml() && isPlainXml(request)));
        return takes ? proxy : null;
    }

    private static boolean isPlainXml(RequestHead request) {
        return request.bodyLength() != 0
                && request.value("Content-Encoding") == null
                && request.value("Content-Type").toLowerCase(Locale.ROOT).matches("application/xml\\s*(;.*)?");
    }

    /** Whether the query asks for the description of a service, or the engine would look for the name of a service in it. */
    private static boolean isForService(String query) {
        return query.contains("wsdl")
                || query.contains("xsd")
                || RestApi.namesService(query)
                || query.indexOf('/') >= 0;
    }

    private static String service(String path) {
        int end = path.indexOf('/', SERVICES.length());
        return end < 0 ? path : path.substring(0, end);
    }

    private FastProxy apiProxy(String method, String target) {
        for (FastApi one : apis) {
            if (one.api.holds(target)
                    && !RestApi.namesService(target.substring(one.api.context().length()))
                    && one.api.takes(method, target)) {
                return one.proxy;
            }
        }
        return null;
    }

    /** Whether the path names no proxy, with or without what Axis2 lets follow its name. */
    private boolean isForNoService(String path) {
        if (path.indexOf('?') >= 0 || path.indexOf('%') >= 0) {
            return false;
        }
        int at = path.lastIndexOf(SERVICES);
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
