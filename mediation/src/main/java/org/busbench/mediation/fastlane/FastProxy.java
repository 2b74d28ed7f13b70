package org.busbench.mediation.fastlane;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.compile.Field;
import org.busbench.mediation.compile.Flow;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.compile.Target;
import org.busbench.mediation.compile.Transform;
import org.busbench.mediation.http.Account;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Endpoint;
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

    /** What an answer to a request of unknown encoding is in when it has been transformed. */
    private static final String XML_UTF8 = "text/xml; charset=UTF-8";

    private static final Log LOG = LogFactory.getLog(FastProxy.class);

    private final Account account;
    private final Flow flow;
    private final Limits limits;
    private final Workbench workbench;
    private final IdentityHashMap<Stage.Send, Route> routes = new IdentityHashMap<>();
    private final Map<Target, Endpoint> endpoints;

    /**
     * Bounds of the fast lane.
     *
     * @param bodyBytes most bytes of a message that is looked into as a whole
     * @param inlineBytes messages up to this are transformed on the I/O thread
     * @param connections most connections of each loop to one endpoint
     * @param connectTimeout for a connection
     */
    record Limits(int bodyBytes, int inlineBytes, int connections, Duration connectTimeout) {}

    FastProxy(Flow flow, Limits limits, Workbench workbench, Map<Target, Endpoint> endpoints, Account account) {
        this.account = account;
        this.flow = flow;
        this.limits = limits;
        this.workbench = workbench;
        this.endpoints = endpoints;
        collectRoutes(flow.request());
    }

    /** Where its messages are counted. */
    Account account() {
        return account;
    }

    String name() {
        return flow.name();
    }

    void begin(Exchange exchange, LoopTools tools) {
        if (flow.request() instanceof Stage.Send send) {
            exchange.forward(routes.get(send));
        } else {
            new Journey(this, exchange, tools).begin(flow.request(), limits.bodyBytes());
        }
    }

    void failed(Exchange exchange, Failure failure, LoopTools tools) {
        LOG.error(name() + ": " + failure.detail());
        boolean answered = failure.kind() == Failure.Kind.ANSWER_TOO_LARGE;
        exchange.answer(FaultMessage.of(failure).answer(answered ? flow.answerFault() : flow.requestFault(), tools));
    }

    Route route(Stage.Send send) {
        return routes.get(send);
    }

    /** The same, for a body that is in UTF-8 now and was in something else. */
    Route routeInUtf8(Stage.Send send) {
        return newRoute(send, edits(send.fields()).set("Content-Type", XML_UTF8));
    }

    /** The answer to a request that cannot be mediated; the log says why. */
    Answer requestFault(String text, LoopTools tools) {
        LOG.error(name() + ": " + text);
        return FaultMessage.mediation(text).answer(flow.requestFault(), tools);
    }

    /** Small messages are changed here and now, large ones on the workbench; {@code then} is called on the loop. */
    void transform(
            Exchange exchange,
            LoopTools tools,
            List<Transform> transforms,
            byte[] message,
            String charset,
            Changed then) {
        if (message.length > limits.inlineBytes()) {
            boolean taken = workbench.offer(() -> {
                Outcome outcome = Outcome.of(workbench.tools(), transforms, message, charset);
                exchange.loop().execute(() -> {
                    if (!exchange.isOver()) {
                        outcome.tell(then);
                    }
                });
            });
            if (taken) {
                return;
            }
        }
        Outcome.of(tools, transforms, message, charset).tell(then);
    }

    /** Who goes on with a changed message. */
    interface Changed {

        void changed(byte[] message);

        void failed(TransformationFailure failure);
    }

    @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
    private record Outcome(byte[] message, TransformationFailure failure) {

        static Outcome of(LoopTools tools, List<Transform> transforms, byte[] message, String charset) {
            byte[] current = message;
            String currentCharset = charset;
            try {
                for (Transform transform : transforms) {
                    Pieces pieces = new Pieces(current.length);
                    tools.transformer()
                            .transform(
                                    transform.stylesheet(),
                                    transform.selection(),
                                    transform.parameters(),
                                    current,
                                    0,
                                    current.length,
                                    currentCharset,
                                    pieces);
                    current = pieces.bytes();
                    currentCharset = "UTF-8";
                }
                return new Outcome(current, null);
            } catch (TransformationFailure e) {
                return new Outcome(null, e);
            } catch (RuntimeException e) {
                // On a thread of the workbench nobody would hear of it, and the client would wait for ever.
                return new Outcome(
                        null,
                        new TransformationFailure(
                                TransformationFailure.Kind.STYLESHEET, "a transformation failed: " + e, e));
            }
        }

        void tell(Changed then) {
            if (failure == null) {
                then.changed(message);
            } else {
                then.failed(failure);
            }
        }
    }

    private void collectRoutes(Stage stage) {
        if (stage instanceof Stage.Send send) {
            endpoints.computeIfAbsent(send.target(), this::endpoint);
            routes.put(send, newRoute(send, edits(send.fields())));
        } else if (stage instanceof Stage.Change change) {
            collectRoutes(change.next());
        } else if (stage instanceof Stage.Choose choose) {
            choose.choice().branches().forEach(this::collectRoutes);
        }
    }

    private Route newRoute(Stage.Send send, HeadEdits requestEdits) {
        Target target = send.target();
        Endpoint endpoint = endpoints.get(target);
        Route route = Route.to(endpoint, target.path())
                .edited(requestEdits, edits(flow.answer().fields()));
        return flow.answer().transforms().isEmpty() ? route : route.answeredBy(limits.bodyBytes(), this::answered);
    }

    private Endpoint endpoint(Target target) {
        return new Endpoint(
                new InetSocketAddress(target.host(), target.port()),
                target.host() + ":" + target.port(),
                limits.connections(),
                limits.connectTimeout(),
                target.timeout());
    }

    private static HeadEdits edits(List<Field> fields) {
        HeadEdits edits = HeadEdits.NONE;
        for (Field field : fields) {
            edits = field.value() == null ? edits.remove(field.name()) : edits.set(field.name(), field.value());
        }
        return edits;
    }

    private void answered(Exchange exchange, ResponseHead head, SliceQueue body) {
        byte[] message = Pieces.drain(body);
        String charset = Charsets.of(head.value("Content-Type"));
        int status = head.status();
        LoopTools tools = FastLane.tools();
        transform(exchange, tools, flow.answer().transforms(), message, charset, new Changed() {
            @Override
            public void changed(byte[] changed) {
                if (Charsets.isUtf8(charset)) {
                    exchange.relay(SliceQueue.of(changed));
                } else {
                    exchange.answer(Answer.of(status, XML_UTF8, changed));
                }
            }

            @Override
            public void failed(TransformationFailure failure) {
                LOG.error(name() + ": " + failure.getMessage());
                exchange.answer(
                        FaultMessage.mediation(failure.getMessage()).answer(flow.answerFault(), FastLane.tools()));
            }
        });
    }
}
