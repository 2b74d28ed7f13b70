package org.busbench.mediation.fastlane;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.Handler.RequestLog;
import org.busbench.mediation.http.Route;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.soap.ContentTypes;
import org.busbench.mediation.wire.Faults;

/**
 * One proxy of the fast lane: its flow, and the routes that the flow's sends take, which are made once.
 *
 * <p>Immutable; the threads of all event loops use it.
 */
final class FastProxy {

    private static final Log LOG = LogFactory.getLog(FastProxy.class);

    private final Flow flow;
    private final String path;
    private final RestApi api;
    private final RequestLog account;
    private final MessageWork.Shared shared;
    private final Log service;
    private final SoapVersion soapVersion;
    private final boolean looksIntoRequests;
    /** Whether requests may get header blocks. */
    private final boolean addresses;

    private final SendRoutes[] routes;
    /** The request's only instruction, when it sends requests as they come to one endpoint; else null. */
    private final FlowInstruction.Send direct;

    private final Upstream.Single directEndpoint;
    private final Route directRoute;
    private final boolean passesUnread;
    private final boolean readsPlainXml;
    private final boolean readsJson;
    /** The routes of messages that are no SOAP, for each send; null when the engine gets these. */
    private final Route[] unreadRoutes;

    /**
     * Where one send may go, with the changes to the head that are the same for each message, and what is done with its answer.
     *
     * @param answer first instruction for the answer
     * @param looksIntoAnswers whether these instructions look into its content
     */
    record SendRoutes(
            Upstream upstream, Map<Upstream.Single, Route> routes, FlowInstruction answer, boolean looksIntoAnswers) {

        SendRoutes {
            routes = Map.copyOf(routes);
        }

        Route to(Upstream.Single endpoint) {
            return routes.get(endpoint);
        }
    }

    /**
     * For one flow.
     *
     * @param path of the proxy or API, behind which the rest of a request's path stands; null for none
     * @param api whose resource it is; null for a proxy
     */
    FastProxy(Flow flow, String path, RestApi api, MessageWork.Shared shared, Upstreams upstreams, RequestLog account) {
        this.flow = flow;
        this.path = path;
        this.api = api;
        this.account = account;
        this.shared = shared;
        this.service = LogWriter.ofService(flow.service());
        this.soapVersion = flow.soapVersion();
        this.looksIntoRequests = Flow.looksIntoContent(flow.request());
        List<FlowInstruction.Send> sends = flow.sends();
        this.addresses = sends.stream().anyMatch(send -> send.destination().isAddressed());
        this.routes = new SendRoutes[sends.size()];
        for (FlowInstruction.Send send : sends) {
            Map<Upstream.Single, Route> known = new HashMap<>();
            for (EndpointSpec.Address address : send.destination().addresses()) {
                Upstream.Single endpoint = upstreams.single(address);
                known.put(endpoint, newRoute(send, endpoint, send.edits()));
            }
            FlowInstruction answer = flow.answer(send);
            routes[send.index()] =
                    new SendRoutes(upstreams.of(send.destination()), known, answer, Flow.looksIntoContent(answer));
        }
        if (flow.request() instanceof FlowInstruction.Send send
                && !send.oneWay()
                && !send.destination().isAddressed()
                && routes(send).upstream() instanceof Upstream.Single endpoint) {
            this.direct = send;
            this.directEndpoint = endpoint;
            this.directRoute = routes(send).to(endpoint);
        } else {
            this.direct = null;
            this.directEndpoint = null;
            this.directRoute = null;
        }
        this.passesUnread = path != null && flow.passesUnread();
        this.readsPlainXml = path != null && flow.readsPlainXml();
        this.readsJson = path != null && api == null && direct == null && flow.readsJson();
        this.unreadRoutes = passesUnread || readsPlainXml ? new Route[sends.size()] : null;
        if (unreadRoutes != null) {
            sends.forEach(send -> unreadRoutes[send.index()] = unreadRoute(send, send.edits()));
        }
    }

    /** The route of a message that goes through unread, with changes to its head. */
    private Route unreadRoute(FlowInstruction.Send send, HeadEdits edits) {
        Upstream.Single endpoint = (Upstream.Single) routes(send).upstream();
        Route plain = send.alone()
                ? Route.to(endpoint.endpoint(), endpoint.spec().target())
                : Route.below(endpoint.endpoint(), endpoint.spec().path(), path.length());
        return finished(plain, send, endpoint, edits, true);
    }

    /**
     * Whether a message with this head can go through the flow: it need not be converted, but for JSON, or decoded, and is for an operation of the proxy.
     */
    boolean accepts(RequestHead request) {
        if (readsJson && ContentTypes.isJson(request.value("Content-Type"))) {
            return request.bodyLength() != 0
                    && request.value("Content-Encoding") == null
                    && request.value("SOAPAction") == null;
        }
        boolean coded = (looksIntoRequests || addresses) && request.value("Content-Encoding") != null;
        boolean isUtf8 = !addresses || ContentTypes.isUtf8(ContentTypes.charset(request.value("Content-Type")));
        return !coded && isUtf8 && soapVersion.matches(request.value("Content-Type")) && isServed(request);
    }

    /** By its action alone. Axis2 may also find the operation by the body, so the engine gets the other messages. */
    private boolean isServed(RequestHead request) {
        if (flow.actions() == null) {
            return true;
        }
        Set<String> named = MessageProperties.actions(request);
        return !named.isEmpty() && flow.actions().containsAll(named);
    }

    /** Counts its messages. */
    RequestLog account() {
        return account;
    }

    String name() {
        return flow.name();
    }

    /** The API whose resource it is; null for a proxy and for the main sequence. */
    RestApi api() {
        return api;
    }

    /** The name that messages have as a property; null for an API and for the main sequence. */
    String proxyName() {
        return flow.name().equals(flow.service()) ? flow.name() : null;
    }

    /** The log of its service. */
    Log service() {
        return service;
    }

    /** First instruction when something fails and no sequence has a handler of its own. */
    FlowInstruction fault() {
        return flow.fault();
    }

    SendRoutes routes(FlowInstruction.Send send) {
        return routes[send.index()];
    }

    /** Whether messages that are no SOAP go through the flow, too. */
    boolean passesUnread() {
        return passesUnread;
    }

    /** Whether plain XML goes through the flow, which reads it. */
    boolean readsPlainXml() {
        return readsPlainXml;
    }

    /** Begins; {@code unread} when the message is no SOAP. */
    void begin(Exchange exchange, boolean unread) {
        if (direct != null && directEndpoint.breaker().isReady()) {
            exchange.forward(unread ? unreadRoutes[direct.index()] : directRoute);
        } else {
            new MessageMediation(this, exchange, tools(), unread).run(flow.request(), null);
        }
    }

    void failed(Exchange exchange, Failure failure, boolean unread) {
        mediation(exchange, unread).failed(failure);
    }

    /** The mediation of the exchange; a new one when its request was forwarded directly. */
    private MessageMediation mediation(Exchange exchange, boolean unread) {
        if (exchange.attachment() instanceof MessageMediation known) {
            return known;
        }
        MessageMediation mediation = new MessageMediation(this, exchange, tools(), unread);
        if (direct != null) {
            mediation.wasSent(direct, directEndpoint);
        }
        return mediation;
    }

    void logError(String text) {
        LOG.error(name() + ": " + text);
    }

    void log(LogLine line, String text) {
        shared.log().write(service, line.category(), text);
    }

    /** The tools of the calling thread. */
    ThreadTools tools() {
        return shared.tools().get();
    }

    /** Most bytes of a message that is read as a whole. */
    int messageBytes() {
        return shared.messageBytes();
    }

    /** Most parts of a message that are under way at once. */
    int mostParts() {
        return shared.parts();
    }

    MessageWork.Shared shared() {
        return shared;
    }

    /** A route to an endpoint with changes to the head of the request: the one that was made before if they are the same for each message. */
    Route route(FlowInstruction.Send send, Upstream.Single endpoint, HeadEdits requestEdits, boolean unread) {
        if (requestEdits == send.edits()) {
            return unread ? unreadRoutes[send.index()] : routes(send).to(endpoint);
        }
        return unread ? unreadRoute(send, requestEdits) : newRoute(send, endpoint, requestEdits);
    }

    private Route newRoute(FlowInstruction.Send send, Upstream.Single endpoint, HeadEdits requestEdits) {
        return finished(Route.to(endpoint.endpoint(), endpoint.spec().target()), send, endpoint, requestEdits, false);
    }

    private Route finished(
            Route plain, FlowInstruction.Send send, Upstream.Single endpoint, HeadEdits requestEdits, boolean unread) {
        FlowInstruction answer = flow.answer(send);
        boolean streamsAnswers = !flow.splits() && answer.need().total() == BodyNeed.Extent.NONE && Flow.relays(answer);
        HeadEdits fixed = answer instanceof FlowInstruction.RelayAnswer relay ? relay.edits() : null;
        // A coded answer would only have to be decoded.
        HeadEdits edits = Flow.looksIntoContent(answer) ? requestEdits.remove("Accept-Encoding") : requestEdits;
        Route route = plain.edited(edits, fixed == null ? HeadEdits.NONE : fixed);
        if (!streamsAnswers) {
            route = route.answeredBy(
                    shared.messageBytes(),
                    (exchange, head, body) -> mediation(exchange, unread).answer(head, body));
        }
        boolean mediatesHeads = streamsAnswers && fixed == null;
        return mediatesHeads || endpoint.breaker().isOn()
                ? route.metBy((exchange, head) -> answerHead(exchange, head, endpoint, mediatesHeads, unread))
                : route;
    }

    /** Returns the changes to the head; null for those of the route. */
    private HeadEdits answerHead(
            Exchange exchange, ResponseHead head, Upstream.Single endpoint, boolean mediates, boolean unread) {
        endpoint.breaker().succeeded();
        if (!mediates) {
            return null;
        }
        MessageMediation mediation = mediation(exchange, unread);
        try {
            return mediation.answerHead(head);
        } catch (Throwable e) {
            Faults.survived("an answer's head was not mediated", e);
            mediation.refuse("the answer's head cannot be mediated: " + e);
            return null;
        }
    }
}
