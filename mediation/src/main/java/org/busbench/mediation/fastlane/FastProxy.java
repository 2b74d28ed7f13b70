package org.busbench.mediation.fastlane;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.compile.Fault;
import org.busbench.mediation.compile.Flow;
import org.busbench.mediation.compile.LogLine;
import org.busbench.mediation.compile.Reads;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.compile.Transform;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.RequestLog;
import org.busbench.mediation.http.ResponseHead;
import org.busbench.mediation.http.Route;
import org.busbench.mediation.xslt.TransformationException;

/**
 * One proxy of the fast lane. What can be known of a message before it comes is worked out here, once: routes, header fields, how much of the body has to
 * be looked at.
 *
 * <p>Immutable; the loops of all connections use it, each with tools of its own.
 */
final class FastProxy {

    /** What a message of another encoding is in when it has been transformed. */
    static final String XML_UTF8 = "text/xml; charset=UTF-8";

    private static final Log LOG = LogFactory.getLog(FastProxy.class);

    private final String name;
    private final RequestLog account;
    private final Limits limits;
    private final Shared shared;
    private final Log service;
    private final Fault.Version version;
    private final boolean streamsAnswers;
    private final Step answer;
    private final Step fault;
    private final Step request;
    /** The request's only step, when it sends messages as they come; else null. */
    private final Step.Send direct;
    /** Who gets all of them, and how; null when there are several. */
    private final Leaf plain;

    private final Route plainRoute;

    /**
     * Bounds of the fast lane.
     *
     * @param bodyBytes most bytes of a message that is looked into as a whole
     * @param inlineBytes messages up to this are transformed, and made trees of, on the I/O thread
     * @param connections most connections of each loop to one endpoint
     * @param connectTimeout for a connection
     */
    record Limits(int bodyBytes, int inlineBytes, int connections, Duration connectTimeout) {}

    /**
     * What the proxies of a configuration share.
     *
     * @param workbench for what takes long
     * @param members the endpoints
     * @param log for what is logged
     */
    record Shared(Workbench workbench, Members members, LogWriter log) {}

    FastProxy(Flow flow, String service, Limits limits, Shared shared, RequestLog account) {
        this.name = flow.name();
        this.account = account;
        this.service = LogWriter.ofService(service);
        this.version = flow.version();
        this.limits = limits;
        this.shared = shared;
        Steps steps = new Steps(this.service, shared.members(), this::route);
        // First: a route, which the request's steps make, says what becomes of the answer.
        this.answer = steps.of(flow.answer());
        this.streamsAnswers = answer.need().all() == Reads.NOTHING && allGoBack(flow.answer());
        this.fault = steps.of(flow.fault());
        this.request = steps.of(flow.request());
        this.direct = request instanceof Step.Send send
                        && !send.stage().oneWay()
                        && !send.stage().destination().keepsRequests()
                ? send
                : null;
        this.plain = direct == null ? null : direct.only();
        this.plainRoute = plain == null ? null : direct.routes().get(plain);
    }

    private static boolean allGoBack(Stage stage) {
        return stage instanceof Stage.Back
                || (!stage.following().isEmpty() && stage.following().stream().allMatch(FastProxy::allGoBack));
    }

    /** Whether a message of that type can go through it without being converted. */
    boolean takes(String contentType) {
        return contentType != null
                && ((version != Fault.Version.SOAP_12 && isType(contentType, "text/xml"))
                        || (version != Fault.Version.SOAP_11 && isType(contentType, "application/soap+xml")));
    }

    private static boolean isType(String contentType, String type) {
        int end = type.length();
        return contentType.regionMatches(true, 0, type, 0, end)
                && (contentType.length() == end || contentType.charAt(end) == ';' || contentType.charAt(end) == ' ');
    }

    /** Where its messages are counted. */
    RequestLog account() {
        return account;
    }

    String name() {
        return name;
    }

    /** What happens to a request. */
    Step request() {
        return request;
    }

    /** What happens to an answer. */
    Step answer() {
        return answer;
    }

    /** What happens when something fails and no sequence has a handler of its own. */
    Step fault() {
        return fault;
    }

    Limits limits() {
        return limits;
    }

    void begin(Exchange exchange, LoopTools tools) {
        if (plain != null && plain.isReady()) {
            exchange.forward(plainRoute);
        } else {
            new Journey(this, exchange, tools).go(request, null);
        }
    }

    void failed(Exchange exchange, Failure failure, LoopTools tools) {
        journey(exchange, tools).failed(failure);
    }

    private Journey journey(Exchange exchange, LoopTools tools) {
        if (exchange.attachment() instanceof Journey known) {
            return known;
        }
        Journey journey = new Journey(this, exchange, tools);
        if (plain != null) {
            journey.wasSent(direct, plain);
        }
        return journey;
    }

    /** The log says what failed. */
    void complain(String text) {
        LOG.error(name() + ": " + text);
    }

    void note(LogLine line, String text) {
        shared.log().write(service, line.category(), text);
    }

    LoopTools benchTools() {
        return shared.workbench().tools();
    }

    /** Does something that throws nothing on the workbench, and what it returns on the loop; false when the workbench has enough to do. */
    boolean bench(Exchange exchange, Supplier<Runnable> work) {
        return shared.workbench().offer(() -> {
            Runnable then = work.get();
            exchange.loop().execute(() -> {
                if (!exchange.isOver()) {
                    then.run();
                }
            });
        });
    }

    /** Small messages are changed here and now, large ones on the workbench; {@code then} is called on the loop. */
    void transform(
            Exchange exchange,
            LoopTools tools,
            Transform transform,
            Map<String, String> parameters,
            byte[] message,
            String charset,
            Changed then) {
        boolean taken = message.length > limits.inlineBytes()
                && bench(exchange, () -> {
                    Outcome outcome = Outcome.of(benchTools(), transform, parameters, message, charset);
                    return () -> outcome.tell(then);
                });
        if (!taken) {
            Outcome.of(tools, transform, parameters, message, charset).tell(then);
        }
    }

    /** Who goes on with a changed message. */
    interface Changed {

        void changed(byte[] message);

        void failed(TransformationException failure);
    }

    /** A route with those changes to the head of the request. */
    Route route(Leaf leaf, HeadEdits requestEdits) {
        HeadEdits fixed = answer instanceof Step.Back back ? back.edits() : null;
        Route route = Route.to(leaf.endpoint(), leaf.target().path())
                .edited(requestEdits, fixed == null ? HeadEdits.NONE : fixed);
        if (!streamsAnswers) {
            route = route.answeredBy(limits.bodyBytes(), this::answered);
        }
        boolean heads = streamsAnswers && fixed == null;
        return heads || leaf.state().isTracked()
                ? route.metBy((exchange, head) -> met(exchange, head, leaf, heads))
                : route;
    }

    private HeadEdits met(Exchange exchange, ResponseHead head, Leaf leaf, boolean mediates) {
        leaf.state().succeeded();
        if (!mediates) {
            return null;
        }
        Journey journey = journey(exchange, FastLane.tools());
        try {
            return journey.meet(head);
        } catch (RuntimeException e) {
            journey.refuse("the answer's head cannot be mediated: " + e);
            return null;
        }
    }

    private void answered(Exchange exchange, ResponseHead head, SliceQueue body) {
        journey(exchange, FastLane.tools()).answered(head, Pieces.drain(body));
    }
}
