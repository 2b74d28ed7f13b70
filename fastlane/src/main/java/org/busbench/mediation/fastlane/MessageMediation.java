package org.busbench.mediation.fastlane;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.embedded.EmbeddedMessage;
import org.busbench.mediation.embedded.EmbeddedSynapse;
import org.busbench.mediation.embedded.SchemaValidation;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.ContentCodings;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.Route;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.soap.ContentTypes;
import org.busbench.mediation.soap.FaultText;
import org.busbench.mediation.wire.Faults;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * The mediation of one message: executes the instructions of a flow for the request, for the answer, or for an error. A proxy that only forwards
 * needs none.
 *
 * <p>For the thread of the exchange's loop.
 */
final class MessageMediation {

    /** How each kind of instruction is executed. */
    static final Map<Class<?>, Execution<?>> EXECUTIONS = Map.ofEntries(
            on(FlowInstruction.Branch.class, MessageMediation::branch),
            on(FlowInstruction.Transform.class, MessageMediation::transform),
            on(FlowInstruction.Rewrite.class, MessageMediation::rewrite),
            on(FlowInstruction.Embedded.class, MessageMediation::embedded),
            on(FlowInstruction.OwnMessage.class, (by, own, body) -> by.begin(own)),
            on(FlowInstruction.SendOwn.class, MessageMediation::sendOwn),
            on(FlowInstruction.Log.class, MessageMediation::log),
            on(FlowInstruction.SetProperty.class, MessageMediation::setProperty),
            on(FlowInstruction.SetHeader.class, MessageMediation::setHeader),
            on(FlowInstruction.BufferBody.class, (by, step, body) -> step.next()),
            on(FlowInstruction.AsJson.class, MessageMediation::asJson),
            on(FlowInstruction.OnFault.class, (by, guarded, body) -> by.onFault(guarded)),
            on(FlowInstruction.Send.class, MessageMediation::send),
            on(FlowInstruction.RelayAnswer.class, MessageMediation::relayAnswer),
            on(FlowInstruction.Respond.class, MessageMediation::respond),
            on(FlowInstruction.Accept.class, (by, accept, body) -> by.accept()),
            on(FlowInstruction.SendFault.class, MessageMediation::sendFault),
            on(FlowInstruction.Fail.class, (by, fail, body) -> by.fail(fail)),
            on(ConversationStep.Split.class, MessageMediation::split),
            on(ConversationStep.Call.class, MessageMediation::call),
            on(ConversationStep.EndCall.class, (by, end, body) -> by.endCall()),
            on(ConversationStep.Aggregate.class, MessageMediation::aggregate));

    private static final int ACCEPTED = 202;

    /** Fields of a request that make no sense in an answer, or are written anew. */
    private static final Set<String> NOT_IN_ANSWERS = Set.of(
            "accept-encoding", "authorization", "content-type", "cookie", "expect", "host", "proxy-authorization");

    /**
     * Which instructions are executed. REQUEST becomes ANSWER when the backend's answer arrives. Both become FAULT when something fails and no
     * other endpoint is tried. What fails in FAULT is answered with the fast lane's own fault.
     */
    private enum Phase {
        REQUEST,
        ANSWER,
        FAULT
    }

    /** Returns the next instruction; null at the end of a path, or when the mediation goes on by itself later. The body is null until it was taken. */
    private interface Execution<I extends FlowInstruction> {
        FlowInstruction execute(MessageMediation by, I step, byte[] body) throws MalformedXmlException;
    }

    private static <I extends FlowInstruction> Map.Entry<Class<?>, Execution<?>> on(Class<I> kind, Execution<I> how) {
        return Map.entry(kind, how);
    }

    private final FastProxy proxy;
    final Exchange exchange;
    private final ThreadTools tools;
    final MessageWork work;
    /** Whether the message is no SOAP, and goes through unread unless it is plain XML. */
    private final boolean unread;

    private final MessageProperties properties;
    final ExpressionValues values;
    private Phase phase = Phase.REQUEST;
    private MessageForm form;
    /** The message as embedded mediators see it; null when there was none yet. */
    private EmbeddedMessage tree;
    /** Changes to header fields that differ from message to message. */
    private List<HeaderField> headers = List.of();
    /** First instruction of the handler in force; null for that of the proxy. */
    private FlowInstruction handler;

    private HeadEdits answerEdits;
    private FlowInstruction.Send sent;
    /** The request as it was sent, when it was taken; else null. */
    private byte[] sentBody;
    /** The parts of the client's message, of which this may be one; null when it was not split. */
    private Parts parts;

    /** The call of another message of which this is the request and the answer, or null. */
    private PendingCall pendingCall;

    private Upstream.Single endpoint;
    private Set<Upstream.Single> tried = Set.of();

    MessageMediation(FastProxy proxy, Exchange exchange, ThreadTools tools, boolean unread) {
        this.proxy = proxy;
        this.exchange = exchange;
        this.tools = tools;
        this.work = new MessageWork(proxy.shared(), exchange, proxy::logError, this::refuse);
        this.unread = unread;
        this.properties = new MessageProperties(proxy.proxyName(), proxy.api(), exchange);
        this.values = new ExpressionValues(properties, tools);
        this.form = new MessageForm(exchange.request().value("Content-Type"));
        exchange.attach(this);
    }

    /** For a part of a message, which begins as that one is now. */
    MessageMediation(MessageMediation origin, Exchange.Part exchange, Map<String, Object> properties, Parts parts) {
        this(origin.proxy, exchange, origin.tools, false);
        this.properties.setAll(properties);
        this.parts = parts;
        form = origin.form.copy();
        headers = origin.headers;
        handler = origin.handler;
    }

    /** The request was sent already, as it came: it needed no mediation until now. */
    void wasSent(FlowInstruction.Send send, Upstream.Single to) {
        sent = send;
        endpoint = to;
    }

    /** Executes instructions until one ends the path or has to wait; {@code body} is null until it was taken. */
    void run(FlowInstruction first, byte[] body) {
        FlowInstruction next = first;
        try {
            while (next != null && !exchange.isOver()) {
                FlowInstruction current = next;
                BodyNeed need = current.need();
                if (body == null && phase != Phase.FAULT && isMissing(current, need)) {
                    awaitBody(current, need);
                    return;
                }
                if (body != null && isBehind(current)) {
                    write(current, body.length);
                    return;
                }
                if (isWorthOffloading(need, body)
                        && work.offload(body.length, ofThread -> evaluated(need, body, current, ofThread))) {
                    return;
                }
                next = execute(current, body);
            }
        } catch (MalformedXmlException | IllegalArgumentException e) {
            // The latter for a value that cannot stand where it is wanted: in a header field, say.
            refuse(e.getMessage());
        } catch (RuntimeException | Error e) {
            if (phase == Phase.FAULT) {
                throw e;
            }
            Faults.survived("a message was not mediated", e);
            refuse("the message cannot be mediated: " + e);
        }
    }

    @SuppressWarnings("unchecked") // each stands at its own class
    private <I extends FlowInstruction> FlowInstruction execute(I step, byte[] body) throws MalformedXmlException {
        return ((Execution<I>) EXECUTIONS.get(step.getClass())).execute(this, step, body);
    }

    private boolean isMissing(FlowInstruction current, BodyNeed need) {
        return need.own() == BodyNeed.Extent.WHOLE
                || (current instanceof FlowInstruction.Send && !unread && form.isJson())
                || (need.own() == BodyNeed.Extent.PREFIX
                        && !values.knows(need.expressions().get(0)));
    }

    /** Whether an instruction wants the bytes of a message whose tree an embedded mediator has changed, or at last those without the envelope. */
    private boolean isBehind(FlowInstruction current) {
        if (tree == null || current.readsTree()) {
            return false;
        }
        boolean ends = current.successors().isEmpty();
        return tree.isNewer()
                ? ends || current.need().own() != BodyNeed.Extent.NONE
                : ends && form.isToBeBare() && !tree.isBare();
    }

    private void write(FlowInstruction waiting, int length) {
        EmbeddedMessage written = tree;
        boolean last = waiting.successors().isEmpty();
        boolean bare = last && form.isPlain();
        work.run(length > OffloadPool.INLINE_BYTES, length, ofThread -> {
            byte[] bytes = written.write(last, bare);
            return () -> {
                form.written(written);
                run(waiting, bytes);
            };
        });
    }

    /** Takes the whole body, or looks at its beginning while it streams through, whichever is enough for all that follows. */
    private void awaitBody(FlowInstruction waiting, BodyNeed need) {
        if (unread ? !proxy.passesUnread() : form.isJson()) {
            exchange.collect(
                    proxy.messageBytes(),
                    (same, body) -> work.taken(
                            body, bytes -> work.run(bytes, ofThread -> readOther(bytes, waiting, ofThread))));
        } else if (need.total() == BodyNeed.Extent.WHOLE || !ContentTypes.isUtf8(form.receivedCharset())) {
            exchange.collect(proxy.messageBytes(), (same, body) -> work.taken(body, bytes -> run(waiting, bytes)));
        } else {
            TypedExpression expression = need.expressions().get(0);
            exchange.watch(
                    proxy.messageBytes(),
                    new PrefixReader(expression, tools, work, charset(), properties, this::refuse, value -> {
                        values.remember(expression, value);
                        run(waiting, null);
                    }));
        }
    }

    /** For any thread: reads what is no SOAP, and returns what goes on with it on the loop. */
    private Runnable readOther(byte[] bytes, FlowInstruction waiting, ThreadTools ofThread)
            throws MalformedXmlException {
        AnswerContent read = unread
                ? AnswerContent.ofPlainXml(form.receivedCharset(), bytes, ofThread)
                : AnswerContent.ofJson(bytes, ofThread);
        return () -> {
            form.read(read);
            run(waiting, read.envelope());
        };
    }

    private boolean isWorthOffloading(BodyNeed need, byte[] body) {
        return body != null
                && body.length > OffloadPool.INLINE_BYTES
                && !need.expressions().isEmpty()
                && (need.tree() || body.length > OffloadPool.MOST_STREAMED_BYTES || !ContentTypes.isUtf8(charset()))
                && !values.knows(need.expressions().get(0));
    }

    /** For a thread of the pool: evaluates the expressions of an instruction. */
    private Runnable evaluated(BodyNeed need, byte[] body, FlowInstruction waiting, ThreadTools ofThread)
            throws MalformedXmlException {
        Map<TypedExpression, String> found = values.evaluate(need.expressions(), ofThread, body, charset());
        return () -> {
            values.remember(found);
            run(waiting, body);
        };
    }

    private FlowInstruction branch(FlowInstruction.Branch branch, byte[] body) throws MalformedXmlException {
        String value = values.of(branch.expression(), body, charset());
        boolean later = value != null
                && body != null
                && value.length() > OffloadPool.INLINE_BYTES
                && work.offload(body.length, ofThread -> {
                    FlowInstruction chosen = branch.choose(value);
                    return () -> run(chosen, body);
                });
        return later ? null : branch.choose(value);
    }

    private FlowInstruction transform(FlowInstruction.Transform transform, byte[] body) throws MalformedXmlException {
        if (isUnreadable()) {
            refuse("the answer is no SOAP envelope: a stylesheet cannot transform it");
            return null;
        }
        if (form.isFixed()) {
            return transform.next();
        }
        new Transformation(this, transform, values.all(transform.parameters(), body, charset()), body).begin();
        return null;
    }

    /** Goes on with the result of a stylesheet. */
    void transformed(FlowInstruction next, byte[] result) {
        form.transform();
        changed(next, result);
    }

    private FlowInstruction rewrite(FlowInstruction.Rewrite step, byte[] body) {
        if (!isAsBytes()) {
            return step.otherwise();
        }
        boolean isLong = step.change().computesLong() || body.length > OffloadPool.INLINE_BYTES;
        work.run(isLong, body.length, ofThread -> rewritten(step, body, ofThread));
        return null;
    }

    /** Whether the body is the message, in UTF-8. */
    boolean isAsBytes() {
        return form.isAsSent() && (tree == null || !tree.isNewer()) && ContentTypes.isUtf8(charset());
    }

    /** For any thread: changes the bytes, and returns what goes on with them on the loop. */
    private Runnable rewritten(FlowInstruction.Rewrite step, byte[] body, ThreadTools ofThread)
            throws MalformedXmlException {
        byte[] result = ofThread.change(step.change(), body, values);
        return result == null ? () -> run(step.otherwise(), body) : () -> transformed(step.next(), result);
    }

    private FlowInstruction asJson(FlowInstruction.AsJson step, byte[] body) {
        return form.isFixed() && !isUnreadable() ? step.next() : Transformation.asJson(this, step, body);
    }

    /** The content becomes JSON, which is sent next. */
    void becomeJson() {
        form.becomeJson();
        tree = null;
    }

    private FlowInstruction embedded(FlowInstruction.Embedded step, byte[] body) {
        if (isUnreadable()) {
            refuse("the answer is no SOAP envelope: <" + step.mediator().name() + "> cannot change it");
            return null;
        }
        SchemaValidation schema = step.mediator().validation();
        if (schema == null || !isAsBytes()) {
            mediateTree(step, body);
        } else {
            work.run(true, body.length, ofThread -> {
                SchemaValidation.Verdict verdict = ofThread.judge(schema, body);
                if (verdict == null) {
                    return () -> mediateTree(step, body);
                }
                return () -> {
                    verdict.tell(properties::set);
                    run(verdict.isValid() ? step.next() : step.otherwise(), body);
                };
            });
        }
        return null;
    }

    private void mediateTree(FlowInstruction.Embedded step, byte[] body) {
        EmbeddedMessage seen = tree(step.mediator().synapse(), step.mediator().readsFields(), step.fields());
        work.run(step.mediator().computesLong(), seen, body, charset(), ofThread -> {
            FlowInstruction next = seen.mediate(step.mediator()) ? step.next() : step.otherwise();
            return () -> changed(next, body);
        });
    }

    private FlowInstruction call(ConversationStep.Call step, byte[] body) {
        if (isUnreadable()) {
            refuse("the answer is no SOAP envelope: no <callout> can be made with it");
        } else {
            new PendingCall(this, step, properties.action(step.fields(), headers), body).ask();
        }
        return null;
    }

    /** The mediation of a call's request. */
    MessageMediation(PendingCall call, MessageMediation caller, List<HeaderField> fields, String type) {
        this(caller, caller.exchange.part(), new HashMap<>(), null);
        pendingCall = call;
        form.transform(type);
        headers = fields;
    }

    private FlowInstruction endCall() {
        pendingCall.answered(form.content(), charset(), properties.status());
        return null;
    }

    private FlowInstruction begin(FlowInstruction.OwnMessage own) {
        form.begin();
        changed(
                own.next(),
                FaultText.empty(FaultText.isSoap12(exchange.request().value("Content-Type"))));
        return null;
    }

    private FlowInstruction sendOwn(FlowInstruction.SendOwn send, byte[] body) {
        if (send.ofAnswers() && !properties.isAnswer()) {
            refuse("<send> of a request in the fault sequence, to its own path");
        } else {
            boolean soap12 = FaultText.isSoap12(exchange.request().value("Content-Type"));
            exchange.answer(FlowError.answer(send.status(), send.fields(), FaultText.contentType(soap12), body));
        }
        return null;
    }

    /** Whether it is an answer with a content that no mediator can read. */
    boolean isUnreadable() {
        return form.isUnreadable();
    }

    /** The message as embedded mediators see it. */
    EmbeddedMessage tree(EmbeddedSynapse synapse, boolean readsFields, List<HeaderField> fields) {
        if (tree == null) {
            tree = properties.embedded(synapse, proxy.service());
        }
        if (readsFields) {
            tree.fields(properties.fields(fields, headers));
        }
        return tree;
    }

    private FlowInstruction split(ConversationStep.Split step, byte[] body) {
        parts = parts == null ? new Parts(proxy, this) : parts;
        parts.split(this, step, body);
        return null;
    }

    /** The parts of this request are written anew, of a tree or not. */
    void rewritten(boolean ofTree) {
        form.transform(ofTree ? tree.typeUnlike(properties.value("trp", "Content-Type")) : null);
    }

    private FlowInstruction aggregate(ConversationStep.Aggregate step, byte[] body) {
        String correlation = properties.value("ctx", step.how().correlation());
        if (parts == null || correlation == null) {
            return step.otherwise();
        }
        parts.aggregate(this, step, correlation, body);
        return null;
    }

    /** Goes on with a changed tree. */
    void changed(FlowInstruction next, byte[] body) {
        values.forget();
        run(next, body);
    }

    /** Ends the exchange of a part, which answers nothing by itself. */
    void end() {
        if (exchange instanceof Exchange.Part part) {
            part.end();
        }
    }

    private FlowInstruction log(FlowInstruction.Log log, byte[] body) throws MalformedXmlException {
        List<String> shown = values.all(log.line().values(), body, charset());
        proxy.log(log.line(), tools.logFormatter().format(log.line(), shown, properties, body, charset()));
        return log.next();
    }

    /** As in Synapse, an expression without a value leaves the property as it was. */
    private FlowInstruction setProperty(FlowInstruction.SetProperty set, byte[] body) throws MalformedXmlException {
        String value = set.value() == null ? null : values.of(set.value(), body, charset());
        if (value != null || set.value() == null) {
            properties.set(set.name(), value);
        }
        return set.next();
    }

    private FlowInstruction setHeader(FlowInstruction.SetHeader set, byte[] body) throws MalformedXmlException {
        String value = values.of(set.value(), body, charset());
        if (value != null) {
            value = set.quoted() ? "\"" + HeadEdits.line(value) + "\"" : HeadEdits.line(value);
        }
        headers = HeaderField.with(headers, set.name(), value);
        return set.next();
    }

    private FlowInstruction onFault(FlowInstruction.OnFault guarded) {
        handler = guarded.handler();
        return guarded.next();
    }

    private FlowInstruction send(FlowInstruction.Send send, byte[] body) {
        Upstream upstream = proxy.routes(send).upstream();
        sent = send;
        sentBody = form.sent(body);
        tried = Set.of();
        endpoint = upstream.choose(tried);
        if (endpoint == null) {
            fail(FlowError.unavailable(upstream));
        } else if (send.oneWay()) {
            List<HeaderField> changes =
                    form.isRetyped() ? HeaderField.with(send.fields(), "Content-Type", form.type()) : send.fields();
            OneWayCall.send(proxy::logError, exchange, endpoint, changes, headers, sentBody);
            return accept();
        } else if (phase == Phase.ANSWER) {
            exchange.forwardAnswer(route(), SliceQueue.of(sentBody));
        } else {
            forward();
        }
        return null;
    }

    private void forward() {
        if (sentBody == null) {
            exchange.forward(route());
        } else {
            byte[] body = addressed();
            if (body != null) {
                exchange.forward(route(), SliceQueue.of(body));
            }
        }
    }

    /** The request with the header blocks that the endpoint wants; null if it cannot have them and was refused. */
    private byte[] addressed() {
        EndpointSpec.Addressing to = endpoint.spec().addressing();
        byte[] whole = to == null ? sentBody : tools.address(sentBody, to, properties.action(sent.fields(), headers));
        if (whole == null) {
            refuse("the message is no SOAP envelope in UTF-8, which alone gets blocks of WS-Addressing");
        }
        return whole;
    }

    private Route route() {
        return proxy.route(sent, endpoint, edits(sent.edits(), form.isRetyped()), unread);
    }

    /** The changes that are the same for each message, and those of this one. */
    private HeadEdits edits(HeadEdits fixed, boolean retyped) {
        HeadEdits edits = HeaderField.apply(headers, retyped ? fixed.set("Content-Type", form.type()) : fixed);
        edits = form.isDecoded() ? edits.remove(AnswerContent.CODING) : edits;
        for (String name : form.isChanged() ? HeadEdits.OF_CONTENT : List.<String>of()) {
            edits = properties.value("trp", name) == null ? edits : edits.remove(name);
        }
        return edits;
    }

    private FlowInstruction relayAnswer(FlowInstruction.RelayAnswer relay, byte[] body) {
        answerEdits = edits(relay.edits(), form.isRetyped() && !relay.empty());
        if (body != null) {
            exchange.relay(relay.empty() ? new SliceQueue() : SliceQueue.of(form.sent(body)), answerEdits);
        }
        return null;
    }

    private FlowInstruction respond(FlowInstruction.Respond respond, byte[] body) {
        List<HeaderField> changes = HeaderField.ofAnAnswer(HeaderField.with(respond.fields(), headers));
        HeadEdits fields = HeaderField.copy(exchange.request(), NOT_IN_ANSWERS, changes);
        int status = respond.status() == 0 ? FlowError.statusOf(tree) : respond.status();
        if (respond.empty()) {
            exchange.answer(new Answer(status, null, fields, new SliceQueue()));
        } else {
            String type = form.isRetyped() ? form.type() : exchange.request().value("Content-Type");
            exchange.answer(new Answer(status, type, fields, SliceQueue.of(form.sent(body))));
        }
        return null;
    }

    private FlowInstruction accept() {
        if (exchange.isAnswered() || exchange instanceof Exchange.Part) {
            end();
        } else {
            exchange.answer(new Answer(ACCEPTED, null, HeadEdits.NONE, new SliceQueue()));
        }
        return null;
    }

    private FlowInstruction sendFault(FlowInstruction.SendFault fault, byte[] body) throws MalformedXmlException {
        FlowError error = properties.error() == null ? FlowError.NONE : properties.error();
        FaultTemplate template = fault.template();
        String code = template == null || template.code() == null
                ? null
                : values.of(template.code().local(), body, charset());
        String reason = template == null ? null : values.of(template.reason(), body, charset());
        String type = exchange.request().value("Content-Type");
        boolean isSoap = !unread && (!ContentTypes.isJson(type) || form.isBecomingJson());
        exchange.answer(
                isSoap || template == null
                        ? error.answer(fault, code, reason, type)
                        : error.answerWithoutSoap(fault, reason));
        return null;
    }

    private FlowInstruction fail(FlowInstruction.Fail fail) {
        proxy.logError(fail.why());
        fail(new FlowError(fail.code(), fail.why()));
        return null;
    }

    /** The head of an answer is here whose body streams through. Returns the changes to the head; null when the answer is replaced. */
    HeadEdits answerHead(ResponseHead head) {
        beginAnswer(head);
        run(proxy.routes(sent).answer(), null);
        return answerEdits;
    }

    /** A whole answer is here. */
    void answer(ResponseHead head, SliceQueue body) {
        beginAnswer(head);
        FlowInstruction first = proxy.routes(sent).answer();
        if (!proxy.routes(sent).looksIntoAnswers()) {
            work.taken(body, bytes -> run(first, bytes));
            return;
        }
        String type = head.value("Content-Type");
        ContentCodings codings = AnswerContent.codings(head);
        work.taken(body, bytes -> {
            int limit = proxy.messageBytes();
            MessageWork.Work reading = ofThread -> read(type, codings, bytes, ofThread, limit);
            boolean later = AnswerContent.isCostly(type, codings)
                    && (codings.isNone()
                            ? work.offload(bytes.length, reading)
                            : work.offer(codings.mostDecoded(bytes.length, limit), reading));
            if (!later) {
                work.run(false, 0, ofThread -> read(type, codings, bytes, ofThread, OffloadPool.MOST_INLINE_BYTES));
            }
        });
    }

    /** For any thread: reads an answer that decodes to so many bytes at most, and returns what goes on with it on the loop. */
    private Runnable read(String type, ContentCodings codings, byte[] answer, ThreadTools ofThread, int mostBytes)
            throws MalformedXmlException {
        AnswerContent read = AnswerContent.of(type, form.receivedCharset(), codings, answer, ofThread, mostBytes);
        return () -> {
            form.read(read);
            run(proxy.routes(sent).answer(), read.envelope());
        };
    }

    private void beginAnswer(ResponseHead head) {
        phase = Phase.ANSWER;
        properties.answer(head);
        form = new MessageForm(head.value("Content-Type"));
        tree = null;
        handler = null;
        headers = List.of();
        values.forget();
    }

    /** There will be no answer of this backend. */
    void failed(Failure failure) {
        FlowError error = FlowError.of(failure);
        switch (failure.kind()) {
            case ANSWER_TOO_LARGE ->
                handler = proxy.routes(sent).answer() instanceof FlowInstruction.OnFault guarded
                        ? guarded.handler()
                        : null;
            case BODY_TOO_LARGE -> {} // The client is at fault, not the endpoint.
            default -> {
                if (failure.kind() == Failure.Kind.ANSWER_TIMEOUT
                        && endpoint != null
                        && endpoint.spec().failures().discards()) {
                    handler = FlowInstruction.SendFault.DEFAULT;
                } else if (chooseAnother(error.code())) {
                    forward();
                    return;
                }
            }
        }
        proxy.logError(failure.detail());
        fail(error);
    }

    /** Reports the failure of the current endpoint to its circuit breaker. False when no other endpoint is tried. */
    private boolean chooseAnother(int code) {
        if (endpoint == null) {
            return false;
        }
        endpoint.breaker().failed(code);
        if (sentBody == null || !sent.destination().retries()) {
            return false;
        }
        tried = new HashSet<>(tried);
        tried.add(endpoint);
        Upstream.Single other = proxy.routes(sent).upstream().retry(endpoint, code, tried);
        endpoint = other == null ? endpoint : other;
        return other != null;
    }

    /** The message itself cannot be mediated. */
    void refuse(String why) {
        proxy.logError(why);
        fail(FlowError.ofMediation(why));
    }

    void fail(FlowError error) {
        if (pendingCall != null) {
            pendingCall.failed(error);
            return;
        }
        FlowInstruction last = phase == Phase.FAULT ? FlowInstruction.SendFault.DEFAULT : proxy.fault();
        FlowInstruction next = handler == null ? last : handler;
        if (phase != Phase.FAULT || handler != null) {
            properties.error(error);
        }
        phase = Phase.FAULT;
        handler = null;
        tree = null;
        run(next, null);
    }

    /** The charset of the message as it is now, or null. */
    String charset() {
        return form.charset();
    }
}
