package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.synapse.Mediator;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.endpoints.DefaultEndpoint;
import org.apache.synapse.endpoints.Endpoint;
import org.apache.synapse.endpoints.IndirectEndpoint;
import org.apache.synapse.mediators.base.SequenceMediator;
import org.apache.synapse.mediators.builtin.CalloutMediator;
import org.apache.synapse.mediators.builtin.DropMediator;
import org.apache.synapse.mediators.builtin.LogMediator;
import org.apache.synapse.mediators.builtin.LoopbackMediator;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.builtin.RespondMediator;
import org.apache.synapse.mediators.builtin.SendMediator;
import org.apache.synapse.mediators.builtin.ValidateMediator;
import org.apache.synapse.mediators.eip.aggregator.AggregateMediator;
import org.apache.synapse.mediators.eip.splitter.CloneMediator;
import org.apache.synapse.mediators.eip.splitter.IterateMediator;
import org.apache.synapse.mediators.elementary.EnrichMediator;
import org.apache.synapse.mediators.ext.ClassMediator;
import org.apache.synapse.mediators.filters.FilterMediator;
import org.apache.synapse.mediators.filters.SwitchMediator;
import org.apache.synapse.mediators.filters.router.ConditionalRouterMediator;
import org.apache.synapse.mediators.store.MessageStoreMediator;
import org.apache.synapse.mediators.template.InvokeMediator;
import org.apache.synapse.mediators.transform.FaultMediator;
import org.apache.synapse.mediators.transform.HeaderMediator;
import org.apache.synapse.mediators.transform.PayloadFactoryMediator;
import org.apache.synapse.mediators.transform.XSLTMediator;
import org.apache.synapse.mediators.transform.url.URLRewriteMediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.embedded.EmbeddedMediator;
import org.busbench.mediation.engine.MissingStep;
import org.busbench.mediation.engine.Throttle;
import org.busbench.mediation.fastlane.ContentChange;
import org.busbench.mediation.fastlane.ConversationStep;
import org.busbench.mediation.fastlane.EndpointSpec;
import org.busbench.mediation.fastlane.FaultTemplate;
import org.busbench.mediation.fastlane.Flow;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.HeaderField;
import org.busbench.mediation.fastlane.LogLine;
import org.busbench.mediation.fastlane.SoapVersion;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * Compiles one sequence. {@link #RULES} lists the mediators that the fast lane knows; {@link MediatorQueue} unfolds sequences, {@code in} and
 * {@code out}. To add a mediator: a rule there, which returns its instruction with the rest of the sequence behind it.
 *
 * <p>The rest of a sequence is compiled into each arm of a branch, within a bound. For one sequence and one thread.
 */
final class SequenceCompiler {

    private static final List<Rule<?>> RULES = List.of(
            rule(DropMediator.class, (compiler, drop, rest) -> compiler.drop()),
            rule(RespondMediator.class, (compiler, respond, rest) -> compiler.toClient(rest.state())),
            rule(LoopbackMediator.class, CallCompiler::loopback),
            rule(SendMediator.class, SequenceCompiler::send),
            rule(SwitchMediator.class, ConditionCompiler::choose),
            rule(FilterMediator.class, ConditionCompiler::filter),
            rule(LogMediator.class, SequenceCompiler::log),
            rule(XSLTMediator.class, SequenceCompiler::transform),
            rule(ValidateMediator.class, ConditionCompiler::validate),
            rule(MessageStoreMediator.class, SequenceCompiler::store),
            rule(FaultMediator.class, SequenceCompiler::makeFault),
            rule(PropertyMediator.class, SequenceCompiler::property),
            rule(HeaderMediator.class, SequenceCompiler::header),
            rule(EnrichMediator.class, SequenceCompiler::embedded),
            rule(PayloadFactoryMediator.class, PayloadCompiler::payload),
            rule(URLRewriteMediator.class, SequenceCompiler::rewrite),
            rule(Throttle.class, ConditionCompiler::throttle),
            rule(ConditionalRouterMediator.class, ConditionCompiler::route),
            rule(InvokeMediator.class, CallCompiler::template),
            rule(IterateMediator.class, SplitCompiler::iterate),
            rule(CloneMediator.class, SplitCompiler::copy),
            rule(AggregateMediator.class, SplitCompiler::aggregate),
            rule(CalloutMediator.class, CallCompiler::callout),
            rule(
                    MissingStep.class,
                    (compiler, missing, rest) ->
                            new FlowInstruction.Fail(SynapseConstants.DEFAULT_ERROR, missing.getWhy())));

    private static final int MAX_INSTRUCTIONS = 500;

    final SynapseConfiguration configuration;
    private final StylesheetCompiler stylesheets;
    final EndpointCompiler endpoints;
    final EmbeddedCompiler embedded;
    final FlowSteps steps;
    private final Handlers handlers;
    private final Log service;
    final Direction direction;
    /** The one of {@code in} and {@code out} that is executed. */
    final Direction side;

    final boolean ofParts;
    private final WholeFlow flow;
    private final String address;
    private int compiled;

    /** What is known of the whole flow. */
    private static final class WholeFlow {
        private final Map<String, FlowInstruction> receivers = new HashMap<>();
        private final Set<String> open = new HashSet<>();
        private final SequenceMediator out;
        private final Formats formats;
        private boolean soapOnly;
        private boolean json;
        private int sends;

        WholeFlow(SequenceMediator out, Formats formats) {
            this.out = out;
            this.formats = formats;
            this.json = formats.readsJson();
        }
    }

    /** How a mediator becomes instructions. */
    @FunctionalInterface
    private interface Translation<M> {
        FlowInstruction translate(SequenceCompiler compiler, M mediator, Position rest) throws NotCompilable;
    }

    private record Rule<M>(Class<M> type, Translation<M> translation) {

        FlowInstruction apply(SequenceCompiler compiler, Mediator mediator, Position rest) throws NotCompilable {
            return translation.translate(compiler, type.cast(mediator), rest);
        }
    }

    private static <M extends Mediator> Rule<M> rule(Class<M> type, Translation<M> translation) {
        return new Rule<>(type, translation);
    }

    /**
     * A place in the sequence.
     *
     * @param queue the mediators from here on
     * @param handler of errors that is in force; null for the proxy's fault sequence
     * @param literals the properties that are the same for each message
     */
    record Position(
            MediatorQueue queue, MessageState state, MediatorQueue.Handler handler, Map<String, String> literals) {

        Position at(MediatorQueue other) {
            return new Position(other, state, handler, literals);
        }

        Position with(MessageState other) {
            return new Position(queue, other, handler, literals);
        }

        /** After a step that reads the content. */
        Position read() {
            return with(state.with(Mark.READ));
        }

        Position readBy(TypedExpression expression) {
            return expression.needsNoContent() ? this : read();
        }

        /** After a property was set. */
        Position after(PropertyMediator property) {
            Map<String, String> known = new HashMap<>(literals);
            if (PropertyCompiler.isOfMessage(property)) {
                known.remove(property.getName());
                if (property.getValue() instanceof String text && property.getPattern() == null) {
                    known.put(property.getName(), text);
                }
            }
            return new Position(queue, state, handler, known);
        }

        /** The start of a list of mediators that stands before this position. */
        Position before(List<Mediator> list) {
            return at(MediatorQueue.of(list, queue, handler));
        }
    }

    /** Finds the compiled sequences that handle errors. */
    interface Handlers {

        /** Returns the first instruction of a sequence; of the proxy's fault sequence for null. */
        FlowInstruction named(String key) throws NotCompilable;
    }

    /**
     * For one sequence.
     *
     * @param handlers of errors; in a fault sequence there is at most one more
     * @param out the flow's out sequence, or null
     * @param address to which each message came; empty if that is a path that differs, null if it may be the address of any host
     * @param formats of Axis2
     */
    SequenceCompiler(
            SynapseConfiguration configuration,
            StylesheetCompiler stylesheets,
            EmbeddedCompiler embedded,
            FlowSteps steps,
            Handlers handlers,
            Log service,
            Direction direction,
            SequenceMediator out,
            String address,
            Formats formats) {
        this.configuration = configuration;
        this.stylesheets = stylesheets;
        this.endpoints = new EndpointCompiler(configuration);
        this.embedded = embedded;
        this.steps = steps;
        this.handlers = handlers;
        this.service = service;
        this.direction = direction;
        this.address = address;
        this.side = direction;
        this.ofParts = false;
        this.flow = new WholeFlow(out, formats);
    }

    /** For another sequence of the same flow. */
    private SequenceCompiler(
            SequenceCompiler other, Direction direction, String address, Direction side, boolean ofParts) {
        this.configuration = other.configuration;
        this.stylesheets = other.stylesheets;
        this.endpoints = other.endpoints;
        this.embedded = other.embedded;
        this.steps = other.steps;
        this.handlers = other.handlers;
        this.service = other.service;
        this.direction = direction;
        this.address = address;
        this.side = side;
        this.ofParts = ofParts;
        this.flow = other.flow;
    }

    /** A sequence that gets answers. As in Synapse, the main fault sequence gets what fails of them where the flow has none. */
    FlowInstruction answers(SequenceMediator sequence) throws NotCompilable {
        FlowInstruction first = new SequenceCompiler(this, Direction.ANSWER, null, Direction.ANSWER, false)
                .compile(MediatorQueue.of(sequence));
        boolean needsNone = first instanceof FlowInstruction.RelayAnswer
                || handlers.named(null) != FlowInstruction.SendFault.DEFAULT
                || MediatorQueue.isSilent(configuration.getFaultSequence());
        FlowInstruction main = needsNone ? null : handlers.named(SynapseConstants.FAULT_SEQUENCE_KEY);
        return needsNone ? first : new FlowInstruction.OnFault(main, first);
    }

    /** The flow of these instructions. */
    Flow flow(String name, String service, FlowInstruction request, FlowInstruction answer, FlowInstruction fault) {
        return new Flow(name, service, request, answer, fault, null, flow.soapOnly, flow.json && !embedded.isUntyped());
    }

    /** For the sequences that get the parts of a message. */
    SequenceCompiler forParts() {
        return new SequenceCompiler(this, direction, address, side, true);
    }

    /** The out sequence for a request that becomes an answer, as the state says. */
    FlowInstruction turnedBack(Position rest) throws NotCompilable {
        Position out = rest.at(MediatorQueue.of(flow.out))
                .with(rest.state().withAddress(null).with(Mark.RESPONSE));
        return flow.out == null
                ? toClient(out.state())
                : new SequenceCompiler(this, direction, null, Direction.ANSWER, false).compile(out);
    }

    FlowInstruction compile(MediatorQueue sequence) throws NotCompilable {
        return compile(new Position(sequence, MessageState.initial(direction, embedded.objects()), null, Map.of()));
    }

    FlowInstruction compile(Position position) throws NotCompilable {
        if (++compiled > MAX_INSTRUCTIONS) {
            throw new NotCompilable("more than " + MAX_INSTRUCTIONS + " instructions");
        }
        MediatorQueue queue = unfolded(position.queue());
        MediatorQueue.Handler handler = queue.handler();
        if (direction != Direction.FAULT && !Objects.equals(handler, position.handler())) {
            return new FlowInstruction.OnFault(
                    guard(handler), compile(new Position(queue, position.state(), handler, position.literals())));
        }
        if (queue.isEnd()) {
            return drop();
        }
        Mediator first = queue.first() instanceof ClassMediator wrapper && wrapper.getMediator() instanceof MissingStep
                ? wrapper.getMediator()
                : queue.first();
        for (Rule<?> rule : RULES) {
            if (rule.type().isInstance(first)) {
                return apply(rule, first, position.at(queue.rest()));
            }
        }
        throw refused(
                new NotCompilable("<" + MediatorQueue.name(first) + "> in the " + direction),
                first,
                position.at(queue.rest()));
    }

    /** The sequence that handles errors, and the one that handles its own. As in Synapse, one that is not there is none. */
    private FlowInstruction guard(MediatorQueue.Handler handler) throws NotCompilable {
        if (handler == null) {
            return handlers.named(null);
        }
        FlowInstruction outer = guard(handler.outer());
        boolean isMissing = MediatorQueue.isWhole(configuration) && configuration.getSequence(handler.key()) == null;
        return isMissing ? outer : new FlowInstruction.OnFault(outer, handlers.named(handler.key()));
    }

    MediatorQueue unfolded(MediatorQueue queue) throws NotCompilable {
        try {
            return queue.unfolded(configuration, side);
        } catch (NotCompilable e) {
            if (e.place()) {
                steps.note(direction, queue.first(), "engine: " + e.getMessage());
            }
            throw e;
        }
    }

    private FlowInstruction apply(Rule<?> rule, Mediator mediator, Position rest) throws NotCompilable {
        try {
            steps.meet(direction, mediator);
            FlowInstruction made = rule.apply(this, mediator, rest);
            if (made instanceof FlowInstruction.Fail fail) {
                steps.fails(direction, mediator, fail);
            }
            return made;
        } catch (NotCompilable e) {
            throw refused(e, mediator, rest);
        } catch (IllegalArgumentException e) {
            // An expression or an address that Synapse accepts and the fast lane does not.
            throw refused(new NotCompilable(e.getMessage()), mediator, rest);
        }
    }

    /** Says why a mediator is not compiled, and looks for what else is not, behind it. */
    private NotCompilable refused(NotCompilable why, Mediator mediator, Position rest) {
        if (why.place()) {
            steps.note(direction, mediator, "engine: " + why.getMessage());
            try {
                compile(rest);
            } catch (NotCompilable e) {
                // It was placed, too.
                return why;
            }
        }
        return why;
    }

    /** Stock Synapse leaves the client of a dropped answer or fault waiting. We do not copy that. */
    FlowInstruction drop() {
        return direction == Direction.FAULT ? FlowInstruction.SendFault.DEFAULT : new FlowInstruction.Accept();
    }

    /** The message goes to the client. */
    private FlowInstruction toClient(MessageState state) throws NotCompilable {
        embedded.tells(state);
        if (state.is(Mark.FORCE_ACCEPTED)) {
            throw new NotCompilable("a message that is marked as FORCE_SC_ACCEPTED goes back");
        }
        boolean isBodyless = PropertyCompiler.WITHOUT_BODY.contains(state.status());
        if (isBodyless && (direction != Direction.REQUEST || state.fault() != null)) {
            throw new NotCompilable("the property HTTP_SC is a status without a body: " + state.status());
        }
        if (state.fault() != null) {
            return new FlowInstruction.SendFault(state.status(), state.fault(), state.fields());
        }
        if (state.is(Mark.NO_PIPE)) {
            throw new NotCompilable(state.emptiedBy() + " before a <send> to the client");
        }
        boolean empty = state.is(Mark.NO_BODY) || isBodyless;
        return switch (direction) {
            case REQUEST -> {
                List<HeaderField> fields = without(HeaderField.AUTHORITY, state.fields());
                yield embedded.written(new FlowInstruction.Respond(state.status(), fields, empty), state);
            }
            case ANSWER -> {
                List<HeaderField> fields = without("SOAPAction", state.fields());
                yield embedded.written(new FlowInstruction.RelayAnswer(state.status(), fields, empty), state);
            }
            case FAULT -> FaultCompiler.sendBack(state);
        };
    }

    /** A call to a backend whose answer the message waits for. */
    FlowInstruction.Send call(EndpointSpec endpoint) {
        return new FlowInstruction.Send(flow.sends++, endpoint, List.of(), false, new ConversationStep.EndCall(), true);
    }

    /** Without the change of a field that is for backends only. */
    private static List<HeaderField> without(String name, List<HeaderField> fields) {
        return fields.stream().filter(field -> !field.name().equals(name)).toList();
    }

    /** The message goes to a backend, whose answer goes to the receiver; null for the out sequence. */
    FlowInstruction toEndpoint(EndpointSpec endpoint, MessageState state, FlowInstruction receiver)
            throws NotCompilable {
        if (state.fault() != null || state.is(Mark.RESPONSE)) {
            throw new NotCompilable("a fault, or a message that is marked as an answer, goes to an endpoint");
        }
        if (state.emptiedBy() != null) {
            throw new NotCompilable(state.emptiedBy()
                    + " before a <send> to an endpoint: what it sends then depends on what the engine has read");
        }
        boolean oneWay = state.is(Mark.OUT_ONLY);
        if (!ofParts && !oneWay && state.is(Mark.FORCE_ACCEPTED)) {
            throw new NotCompilable("FORCE_SC_ACCEPTED without OUT_ONLY: an answer that no client gets is mediated");
        }
        if (endpoint.isAddressed() && state.is(Mark.PRESERVED)) {
            throw new NotCompilable("WS-Addressing for a message that keeps its own");
        }
        if (oneWay && (!(endpoint instanceof EndpointSpec.Address) || endpoint.isAddressed())) {
            throw new NotCompilable("OUT_ONLY to a group of endpoints, or to one with WS-Addressing");
        }
        boolean isFormatted = endpoint.isAddressed()
                || endpoint.addresses().stream().anyMatch(one -> one.soapVersion() != SoapVersion.OF_THE_MESSAGE);
        if (isFormatted && (state.is(Mark.BARE) || direction == Direction.ANSWER)) {
            throw new NotCompilable("an answer, or a message without its envelope, goes to an endpoint with a format");
        }
        FlowInstruction send = new FlowInstruction.Send(
                flow.sends++,
                state.is(Mark.WHOLE_ADDRESS) ? endpoint.withWholeAddress() : endpoint,
                state.fields(),
                oneWay,
                receiver,
                state.is(Mark.NO_POSTFIX));
        FlowInstruction last = embedded.written(send, state);
        return direction == Direction.REQUEST ? last : new FlowInstruction.BufferBody(last);
    }

    /** The first instruction of the sequence that gets the answer in the place of the out sequence; null for none. */
    private FlowInstruction receiver(SendMediator send, Position position) throws NotCompilable {
        if (send.getReceivingSequence() == null) {
            return null;
        }
        String key = MediatorQueue.literal(send.getReceivingSequence(), position.literals());
        if (!flow.receivers.containsKey(key)) {
            if (!flow.open.add(key)) {
                throw new NotCompilable("the receiving sequence '" + key + "' sends to itself");
            }
            flow.receivers.put(key, answers(MediatorQueue.named(key, configuration)));
            flow.open.remove(key);
        }
        return flow.receivers.get(key);
    }

    private FlowInstruction send(SendMediator send, Position rest) throws NotCompilable {
        List<LogLine> lines = new ArrayList<>();
        MediatorQueue left = collectLogs(rest, lines);
        FlowInstruction instruction = sent(send, rest);
        if (instruction instanceof FlowInstruction.Fail) {
            return instruction;
        }
        if (!left.isOver()) {
            throw new NotCompilable("<" + MediatorQueue.name(left.first()) + "> after a <send>");
        }
        for (int i = lines.size() - 1; i >= 0; i--) {
            instruction = new FlowInstruction.Log(lines.get(i), instruction);
        }
        return instruction;
    }

    /** The lines that the mediators at the front log; returns the mediators after them. */
    private MediatorQueue collectLogs(Position position, List<LogLine> lines) throws NotCompilable {
        MediatorQueue queue = unfolded(position.queue());
        while (queue.first() instanceof LogMediator log) {
            steps.meet(direction, log);
            LogLine line = LogCompiler.line(log, position.state(), service);
            if (line != null) {
                lines.add(line);
            }
            queue = unfolded(queue.rest());
        }
        return queue;
    }

    private FlowInstruction sent(SendMediator send, Position position) throws NotCompilable {
        MessageState state = position.state();
        String obstacle = endpoints.obstacle(send.getEndpoint());
        if (obstacle != null) {
            boolean isMissing =
                    send.getEndpoint() instanceof IndirectEndpoint named && endpoints.isMissing(named.getKey());
            return new FlowInstruction.Fail(
                    isMissing ? SynapseConstants.ENDPOINT_IN_DIRECT_NOT_READY : SynapseConstants.DEFAULT_ERROR,
                    obstacle);
        }
        if (send.getEndpoint() != null && !isAsAddressed(send.getEndpoint(), state)) {
            if (direction == Direction.FAULT) {
                throw new NotCompilable("a <send> to an endpoint in the " + direction);
            }
            return toEndpoint(endpoints.of(send.getEndpoint(), state.to()), state, receiver(send, position));
        }
        if (direction == Direction.ANSWER || (state.is(Mark.RESPONSE) && state.is(Mark.NO_ADDRESS))) {
            return toClient(state);
        }
        boolean isAddressed = state.to() != null || (address != null && !state.is(Mark.NO_ADDRESS));
        if (direction == Direction.REQUEST && !state.is(Mark.RESPONSE) && isAddressed) {
            // As it came, the address is the path of a request, which names no host.
            if (state.to() == null || EndpointCompiler.isNowhere(state.to())) {
                String to = state.to() == null ? "the path of the request" : "'" + state.to() + "'";
                return new FlowInstruction.Fail(
                        SynapseConstants.DEFAULT_ERROR, "<send> to " + to + ", which is no address of a backend");
            }
            return toEndpoint(EndpointCompiler.implied(state.to()), state, receiver(send, position));
        }
        if (direction == Direction.FAULT && state.to() == null && state.fault() == null) {
            return FaultCompiler.sendOn(state);
        }
        throw new NotCompilable("a <send> without endpoint in the " + direction);
    }

    /** Whether an endpoint leaves a request where it was to go, which is the path to which it came. */
    private boolean isAsAddressed(Endpoint endpoint, MessageState state) {
        return endpoint.getClass().equals(DefaultEndpoint.class)
                && direction == Direction.REQUEST
                && address != null
                && state.to() == null
                && !state.is(Mark.RESPONSE);
    }

    private FlowInstruction rewrite(URLRewriteMediator rewrite, Position rest) throws NotCompilable {
        MessageState state = rest.state();
        if (direction != Direction.REQUEST || state.fault() != null) {
            throw new NotCompilable("<rewrite> in the " + direction + " of a message without an address");
        }
        String rewritten;
        try {
            rewritten = rules(rest).rewritten(rewrite, embedded.synapse());
        } catch (SynapseException e) {
            return new FlowInstruction.Fail(SynapseConstants.DEFAULT_ERROR, e.getMessage());
        }
        return compile(rest.with(state.withAddress(rewritten)));
    }

    /** The rules over the message's address at this place. */
    AddressRules rules(Position place) throws NotCompilable {
        MessageState state = place.state();
        if (state.to() != null || state.is(Mark.NO_ADDRESS)) {
            return new AddressRules(state.to(), place.literals());
        }
        if (address == null || address.isEmpty() || direction != Direction.REQUEST) {
            throw new NotCompilable("a rule over the address to which a message came, which differs");
        }
        flow.soapOnly = true;
        return new AddressRules(address, place.literals());
    }

    FlowInstruction named(String key, Position rest) throws NotCompilable {
        return compile(
                rest.at(new MediatorQueue(MediatorQueue.named(key, configuration), rest.queue(), rest.handler())));
    }

    private FlowInstruction log(LogMediator log, Position rest) throws NotCompilable {
        if (log.getLogLevel() == LogMediator.FULL || log.getLogLevel() == LogMediator.HEADERS) {
            EmbeddedCompiler.requireBody(log, rest.state());
        }
        LogLine line = LogCompiler.line(log, rest.state(), service);
        return line == null ? compile(rest) : new FlowInstruction.Log(line, compile(rest));
    }

    private FlowInstruction transform(XSLTMediator xslt, Position rest) throws NotCompilable {
        EmbeddedCompiler.requireBody(xslt, rest.state());
        if (direction == Direction.FAULT || rest.state().fault() != null) {
            throw new NotCompilable(
                    "<xslt> in the " + direction + (rest.state().fault() == null ? "" : " after <makefault>"));
        }
        String key = xslt.getXsltKey().getKeyValue();
        if (key != null && MediatorQueue.isMissingEntry(key, configuration)) {
            return new FlowInstruction.Fail(SynapseConstants.DEFAULT_ERROR, "there is no stylesheet '" + key + "'");
        }
        return stylesheets.of(xslt, rest.state()).apply(compile(rest.read()));
    }

    /** Into none, a message is dropped. */
    private FlowInstruction store(MessageStoreMediator store, Position rest) throws NotCompilable {
        if (configuration.getMessageStore(store.getMessageStoreName()) != null) {
            throw new NotCompilable("<store> in the " + direction);
        }
        String why = "there is no message store '" + store.getMessageStoreName() + "': the message is dropped";
        steps.note(direction, store, "fails: " + why);
        return drop();
    }

    /** Synapse's own mediator object executes the step, or what does the same without a tree. */
    private FlowInstruction embedded(Mediator mediator, Position rest) throws NotCompilable {
        EmbeddedMediator step = embedded.of(mediator, rest.state());
        ContentChange same = mediator instanceof EnrichMediator enrich
                ? EnrichCompiler.of(enrich, embedded, List.of(direction, enrich, rest.queue()), rest.state())
                : EmbeddedCompiler.removal(mediator);
        if (same == null) {
            steps.note(direction, mediator, "embedded");
        }
        // It may set properties.
        FlowInstruction next =
                compile(new Position(rest.queue(), rest.state().with(Mark.READ), rest.handler(), Map.of()));
        FlowInstruction made = new FlowInstruction.Embedded(step, rest.state().fields(), next, drop());
        return same == null ? made : new FlowInstruction.Rewrite(same, made, next);
    }

    private FlowInstruction property(PropertyMediator property, Position rest) throws NotCompilable {
        boolean isRequest = direction == Direction.REQUEST && rest.state().fault() == null;
        if ((isRequest || rest.state().isFault())
                && !rest.state().is(Mark.BARE)
                && PropertyCompiler.keepsSoap(property, flow.formats)) {
            flow.soapOnly |= isRequest;
            flow.json &= !isRequest || !PropertyCompiler.isPostfix(property);
            return compile(rest.with(PropertyCompiler.withoutMeaning(property, rest.state())));
        }
        if (PropertyCompiler.makesJson(property, flow.formats, rest.state())) {
            return compile(rest.with(rest.state().with(Mark.JSON)));
        }
        if (isRequest && PropertyCompiler.namesType(property)) {
            flow.soapOnly = true;
            return PropertyCompiler.unread(compile(rest.with(PropertyCompiler.withoutMeaning(property, rest.state()))));
        }
        if (EmbeddedCompiler.isXml(property)) {
            return embedded(property, rest);
        }
        if (PropertyCompiler.isActionField(property.getName(), property.getScope())) {
            PropertyCompiler.requireAction(property, rest.state());
            return compile(rest);
        }
        boolean isOfApi = direction == Direction.REQUEST && "".equals(address);
        if (!isOfApi
                && rest.state().fault() == null
                && !rest.state().is(Mark.POSTFIX)
                && PropertyCompiler.leavesEnvelope(property, flow.formats)) {
            EmbeddedCompiler.requireContent("property", rest.state());
            flow.soapOnly |= direction == Direction.REQUEST;
            steps.note(direction, property, "embedded");
            return compile(rest.with(rest.state().with(Mark.BARE)));
        }
        embedded.holdsScalar(property);
        return done(PropertyCompiler.of(property, rest.state()), rest.after(property));
    }

    private FlowInstruction header(HeaderMediator header, Position rest) throws NotCompilable {
        return PropertyCompiler.isBlock(header)
                ? embedded(header, rest)
                : done(PropertyCompiler.of(header, rest.state()), rest);
    }

    private FlowInstruction done(PropertyCompiler.Effect effect, Position rest) throws NotCompilable {
        FlowInstruction next = compile(rest.with(effect.after()));
        return effect.instruction() == null ? next : effect.instruction().apply(next);
    }

    private FlowInstruction makeFault(FaultMediator fault, Position rest) throws NotCompilable {
        if (rest.state().is(Mark.NO_BODY)) {
            // An error of this mediator is answered with a fault, which would have no body either.
            throw new NotCompilable("<makefault> after NO_ENTITY_BODY");
        }
        if (rest.state().is(Mark.BARE) || rest.state().is(Mark.JSON)) {
            throw new NotCompilable("<makefault> of a message without its envelope");
        }
        FaultTemplate template = FaultCompiler.template(fault, rest.state());
        return compile(rest.with(rest.state().with(template, fault.isMarkAsResponse())));
    }
}
