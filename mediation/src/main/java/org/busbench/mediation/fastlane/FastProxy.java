package org.busbench.mediation.fastlane;

import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.compile.Destination;
import org.busbench.mediation.compile.Fault;
import org.busbench.mediation.compile.Field;
import org.busbench.mediation.compile.Flow;
import org.busbench.mediation.compile.LogLine;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.compile.Transform;
import org.busbench.mediation.http.Account;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.ResponseHead;
import org.busbench.mediation.http.Route;
import org.busbench.mediation.xslt.TransformationFailure;

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

    private final Account account;
    private final Plan plan;
    private final Limits limits;
    private final Shared shared;
    private final IdentityHashMap<Stage, Sending> sendings = new IdentityHashMap<>();
    private final IdentityHashMap<Stage, HeadEdits> backs = new IdentityHashMap<>();
    private final Sending plain;
    private final Fault.Version version;

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

    /** Where a stage sends to, and the routes that change nothing but what is the same for each message. */
    private record Sending(
            Stage.Send stage, Member member, HeadEdits edits, Map<Leaf, Route> routes, Leaf only, Route onlyRoute) {}

    FastProxy(Flow flow, String service, Limits limits, Shared shared, Account account) {
        this.account = account;
        this.plan = new Plan(flow, LogWriter.ofService(service));
        this.version = flow.version();
        this.limits = limits;
        this.shared = shared;
        collectBacks(flow.answer());
        collectSendings(flow.request());
        this.plain = flow.request() instanceof Stage.Send send
                        && !send.oneWay()
                        && !send.destination().keepsRequests()
                ? sendings.get(send)
                : null;
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
    Account account() {
        return account;
    }

    String name() {
        return plan.flow().name();
    }

    Plan plan() {
        return plan;
    }

    Limits limits() {
        return limits;
    }

    void begin(Exchange exchange, LoopTools tools) {
        if (plain != null && plain.only() != null && plain.only().isReady()) {
            exchange.forward(plain.onlyRoute());
        } else {
            new Journey(this, exchange, tools).go(plan.flow().request(), null);
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
            journey.wasSent(plain.stage(), plain.only());
        }
        return journey;
    }

    Member member(Stage.Send send) {
        return sendings.get(send).member();
    }

    HeadEdits requestEdits(Stage.Send send) {
        return sendings.get(send).edits();
    }

    HeadEdits answerEdits(Stage.Back back) {
        return backs.get(back);
    }

    Route route(Stage.Send send, Leaf leaf) {
        Sending sending = sendings.get(send);
        return sending.only() == leaf ? sending.onlyRoute() : sending.routes().get(leaf);
    }

    /** A route for one message. */
    Route route(Leaf leaf, HeadEdits edits) {
        return newRoute(leaf, edits);
    }

    /** The log says what failed. */
    void complain(String text) {
        LOG.error(name() + ": " + text);
    }

    void note(LogLine line, String text) {
        shared.log().write(plan.service(), line.category(), text);
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

        void failed(TransformationFailure failure);
    }

    private void collectBacks(Stage stage) {
        if (stage instanceof Stage.Back back) {
            HeadEdits edits = edits(back.fields());
            backs.put(back, back.status() == 0 ? edits : edits.status(back.status()));
        }
        stage.following().forEach(this::collectBacks);
    }

    private void collectSendings(Stage stage) {
        if (stage instanceof Stage.Send send) {
            HeadEdits edits = edits(send.fields());
            Map<Leaf, Route> routes = new HashMap<>();
            Member member = shared.members().of(send.destination());
            collectRoutes(send.destination(), edits, routes);
            Leaf only = member instanceof Member.One one ? one.leaf() : null;
            sendings.put(send, new Sending(send, member, edits, routes, only, routes.get(only)));
        }
        stage.following().forEach(this::collectSendings);
    }

    private void collectRoutes(Destination destination, HeadEdits edits, Map<Leaf, Route> routes) {
        if (destination instanceof Destination.Group group) {
            group.members().forEach(one -> collectRoutes(one, edits, routes));
        } else if (shared.members().of(destination) instanceof Member.One one) {
            routes.put(one.leaf(), newRoute(one.leaf(), edits));
        }
    }

    private Route newRoute(Leaf leaf, HeadEdits requestEdits) {
        boolean fixed = plan.flow().answer() instanceof Stage.Back;
        HeadEdits answerEdits = fixed ? backs.get(plan.flow().answer()) : HeadEdits.NONE;
        Route route = Route.to(leaf.endpoint(), leaf.target().path()).edited(requestEdits, answerEdits);
        boolean streams = plan.streamsAnswers();
        if (!streams) {
            route = route.answeredBy(limits.bodyBytes(), this::answered);
        }
        boolean heads = streams && !fixed;
        return heads || leaf.state().isTracked()
                ? route.metBy((exchange, head) -> met(exchange, head, leaf, heads))
                : route;
    }

    private static HeadEdits edits(List<Field> fields) {
        HeadEdits edits = HeadEdits.NONE;
        for (Field field : fields) {
            edits = field.value() == null ? edits.remove(field.name()) : edits.set(field.name(), field.value());
        }
        return edits;
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
