package org.busbench.mediation.compile;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.axis2.transport.base.BaseConstants;
import org.apache.synapse.Mediator;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.builtin.CalloutMediator;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.eip.aggregator.AggregateMediator;
import org.apache.synapse.mediators.eip.splitter.CloneMediator;
import org.apache.synapse.mediators.eip.splitter.IterateMediator;
import org.apache.synapse.mediators.elementary.EnrichMediator;
import org.apache.synapse.mediators.elementary.Source;
import org.apache.synapse.mediators.elementary.Target;
import org.apache.synapse.mediators.transform.HeaderMediator;
import org.apache.synapse.mediators.transform.PayloadFactoryMediator;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Held;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.embedded.EmbeddedAggregate;
import org.busbench.mediation.embedded.EmbeddedCall;
import org.busbench.mediation.embedded.EmbeddedMediator;
import org.busbench.mediation.embedded.EmbeddedMessage.WithoutEnvelope;
import org.busbench.mediation.embedded.EmbeddedSplit;
import org.busbench.mediation.embedded.EmbeddedSynapse;
import org.busbench.mediation.fastlane.BlockRemoval;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.Value;

/**
 * Decides which steps of one flow Synapse's own mediator objects execute within it. {@link #uses} lists their classes: mediators that touch nothing but the
 * message, its properties and its header fields.
 *
 * <p>For one thread.
 */
final class EmbeddedCompiler {
    private final SynapseConfiguration configuration;
    private final Supplier<EmbeddedSynapse> synapse;
    private final Map<String, Held> objects;
    private final Map<String, Held> found = new HashMap<>();
    private boolean writesJson;
    private boolean untyped;
    /** The places where a property is read that may hold XML. */
    private final Map<String, Set<Object>> readers = new HashMap<>();

    private final EmbeddedCompiler earlier;
    private int arguments;

    /**
     * What a mediator does with a message besides changing its content.
     *
     * @param expressions perhaps with null among them
     * @param read property, or null
     * @param set property that gets XML, or null
     * @param entry of the configuration that it reads, or null
     * @param literal XML that it puts into the message or a property, or null
     */
    private record Use(List<SynapseXPath> expressions, String read, String set, String entry, Object literal) {}

    /** @param earlier has met the whole flow; null for the first */
    EmbeddedCompiler(SynapseConfiguration configuration, Supplier<EmbeddedSynapse> synapse, EmbeddedCompiler earlier) {
        this.configuration = configuration;
        this.synapse = synapse;
        this.objects = earlier == null ? Map.of() : Map.copyOf(earlier.found);
        this.earlier = earlier;
    }

    /** What embedded mediators see of Synapse. */
    EmbeddedSynapse synapse() {
        return synapse.get();
    }

    /** The names of properties that may hold something else than a text, as they were {@link #found} before. */
    Map<String, Held> objects() {
        return objects;
    }

    /** The names that the mediators of the flow set; a flow is compiled again if there are others than were given. */
    Map<String, Held> found() {
        return found;
    }

    /** A property is read at that place of the flow. */
    void reads(String property, Object place) {
        readers.computeIfAbsent(property, name -> new HashSet<>()).add(place);
    }

    /** Whether a property that may hold XML is read at so many places of the flow or more, as far as that is known. */
    boolean isRead(String property, int places) {
        return earlier != null
                && earlier.readers.getOrDefault(property, Set.of()).size() >= places;
    }

    EmbeddedMediator of(Mediator mediator, MessageState state) throws NotCompilable {
        String name = MediatorQueue.name(mediator);
        Use use = uses(mediator);
        if (use == null) {
            throw new NotCompilable("<" + name + "> in the " + state.direction());
        }
        requireContent(name, state);
        requireEnvelope(use.literal);
        List<SynapseXPath> expressions =
                use.expressions.stream().filter(Objects::nonNull).toList();
        boolean readsFields = readsFields(expressions, state);
        boolean computesLong = expressions.stream().anyMatch(EmbeddedCompiler::mayTakeLong);
        for (String property : Arrays.asList(use.read, use.set)) {
            if (property != null && ExpressionCompiler.isEngineProperty(property)) {
                throw new NotCompilable("<" + name + ">: the property '" + property + "' has a meaning of its own");
            }
        }
        if (use.entry != null && mayChange(use.entry)) {
            throw new NotCompilable("<" + name + ">: the entry '" + use.entry + "' is not part of the configuration");
        }
        if (use.set != null) {
            found.put(use.set, Held.XML);
        }
        return new EmbeddedMediator(synapse.get(), mediator, name, readsFields, computesLong);
    }

    /**
     * The same mediator, but with properties for arguments that ask for content, which cost a fraction of what Jaxen takes for them on a tree, and for those
     * that only the flow can evaluate.
     *
     * @param values gets the values of the properties
     */
    PayloadFactoryMediator withProperties(PayloadFactoryMediator factory, MessageState state, Map<String, Value> values)
            throws NotCompilable {
        PayloadFactoryMediator cheaper = new PayloadFactoryMediator();
        cheaper.setFormat(factory.getFormat());
        for (PayloadFactoryMediator.Argument argument : factory.getArgumentList()) {
            Value value = argument.getExpression() == null
                    ? null
                    : ExpressionCompiler.beside(argument.getExpression(), state);
            if (value == null) {
                cheaper.addArgument(argument);
                continue;
            }
            String name = "payloadFactory." + arguments++;
            PayloadFactoryMediator.Argument known = new PayloadFactoryMediator.Argument();
            known.setExpression(ExpressionCompiler.property(name));
            cheaper.addArgument(known);
            values.put(name, value);
        }
        return cheaper;
    }

    /** The last instruction, behind one that leaves the envelope out where it is to be left out. */
    FlowInstruction written(FlowInstruction last, MessageState state) {
        if (state.is(Mark.NO_BODY) || !(state.is(Mark.BARE) || state.is(Mark.JSON))) {
            return last;
        }
        if (state.is(Mark.JSON)) {
            writesJson = true;
            return new FlowInstruction.AsJson(state.is(Mark.READ), last);
        }
        EmbeddedMediator bare = new EmbeddedMediator(synapse.get(), new WithoutEnvelope(), "property", false, false);
        return new FlowInstruction.Embedded(bare, state.fields(), last, last);
    }

    /** A message goes to the client. A fault of JSON, or of what was to become JSON, would be JSON if its type was not set. */
    void tells(MessageState state) {
        untyped |= (state.isFault() || state.is(Direction.FAULT)) && !state.is(Mark.TYPED);
    }

    /** Whether a fault may go to the client whose type is that of the message. */
    boolean isUntyped() {
        return untyped;
    }

    /** Whether an answer becomes JSON, and its faults do not. */
    void requireTypedFaults() throws NotCompilable {
        if (writesJson && untyped) {
            throw new NotCompilable(
                    "an answer becomes JSON, and a fault sequence does not set messageType to text/xml");
        }
    }

    /** An error of this mediator is answered with a fault, which would have no body either. */
    static void requireBody(Mediator mediator, MessageState state) throws NotCompilable {
        if (state.emptiedBy() != null) {
            throw new NotCompilable("<" + MediatorQueue.name(mediator) + "> after " + state.emptiedBy());
        }
    }

    /** Where an element of this namespace is the first in the body, Axis2 writes the text or the bytes that it holds, and no envelope. */
    static void requireEnvelope(Object literal) throws NotCompilable {
        if (String.valueOf(literal).contains(BaseConstants.AXIOMPAYLOADNS)) {
            throw new NotCompilable(
                    "an element of " + BaseConstants.AXIOMPAYLOADNS + ": what it holds may be sent alone");
        }
    }

    static void requireContent(String name, MessageState state) throws NotCompilable {
        boolean isGone = state.is(Direction.FAULT) && !state.is(Mark.OWN);
        if (isGone || state.fault() != null || state.emptiedBy() != null) {
            throw new NotCompilable("<" + name + "> in the " + state.direction() + " where the message has gone");
        }
    }

    boolean readsFields(List<SynapseXPath> expressions, MessageState state) throws NotCompilable {
        boolean reads = false;
        for (SynapseXPath expression : expressions) {
            reads |= ExpressionCompiler.requireEmbeddable(expression, state);
            ExpressionCompiler.parsed(expression).variables().forEach(variable -> reads(variable.name(), expression));
        }
        return reads;
    }

    /** Whether a key, which is null where it is computed, may name something else later. */
    boolean mayChange(String key) {
        return key == null
                || (configuration.getLocalRegistryEntry(key) == null && !MediatorQueue.isWhole(configuration));
    }

    EmbeddedSplit split(IterateMediator iterate, MessageState state) throws NotCompilable {
        requireRequest("iterate", state, iterate.isContinueParent());
        SynapseXPath place = iterate.isPreservePayload() ? iterate.getAttachPath() : null;
        List<SynapseXPath> all =
                place == null ? List.of(iterate.getExpression()) : List.of(iterate.getExpression(), place);
        return new EmbeddedSplit(
                synapse.get(), "iterate", iterate.getId(), iterate.getExpression(), place, 0, readsFields(all, state));
    }

    EmbeddedSplit split(CloneMediator clone, MessageState state) throws NotCompilable {
        requireRequest("clone", state, clone.isContinueParent());
        return new EmbeddedSplit(
                synapse.get(),
                "clone",
                clone.getId(),
                null,
                null,
                clone.getTargets().size(),
                false);
    }

    private static void requireRequest(String name, MessageState state, boolean goesOn) throws NotCompilable {
        requireContent(name, state);
        if (!state.is(Direction.REQUEST) || state.is(Mark.RESPONSE)) {
            throw new NotCompilable("<" + name + "> in the " + state.direction());
        }
        if (goesOn) {
            throw new NotCompilable(
                    "<" + name + " continueParent='true'>: whether the client gets 202 at once depends on the time");
        }
    }

    EmbeddedAggregate aggregate(AggregateMediator aggregate, MessageState state) throws NotCompilable {
        requireContent("aggregate", state);
        if (!state.is(Direction.ANSWER) || aggregate.getCorrelateExpression() != null) {
            throw new NotCompilable(
                    state.is(Direction.ANSWER)
                            ? "<aggregate> with <correlateOn>, which joins messages of several clients"
                            : "<aggregate> in the " + state.direction());
        }
        return new EmbeddedAggregate(
                synapse.get(),
                aggregate,
                aggregate.getAggregationExpression(),
                readsFields(List.of(aggregate.getAggregationExpression()), state));
    }

    EmbeddedCall call(CalloutMediator callout, MessageState state) throws NotCompilable {
        requireContent("callout", state);
        List<SynapseXPath> expressions = Stream.of(callout.getRequestXPath(), callout.getTargetXPath())
                .filter(Objects::nonNull)
                .toList();
        if (callout.getRequestKey() != null || callout.getTargetKey() != null) {
            throw new NotCompilable("a <callout> with an entry or a property");
        }
        return new EmbeddedCall(
                synapse.get(),
                callout,
                callout.getRequestXPath(),
                callout.getTargetXPath(),
                state.is(Mark.PRESERVED),
                state.is(Mark.OUT_ONLY),
                readsFields(expressions, state),
                expressions.stream().anyMatch(EmbeddedCompiler::mayTakeLong));
    }

    /** Null for a mediator that is not embedded. */
    private static Use uses(Mediator mediator) {
        if (mediator instanceof EnrichMediator enrich) {
            Source source = enrich.getSource();
            Target target = enrich.getTarget();
            return new Use(
                    Arrays.asList(source.getXpath(), target.getXpath()),
                    source.getProperty(),
                    target.getProperty(),
                    source.getInlineKey(),
                    source.getInlineOMNode());
        }
        if (mediator instanceof PayloadFactoryMediator factory) {
            return new Use(
                    factory.getArgumentList().stream()
                            .map(PayloadFactoryMediator.Argument::getExpression)
                            .toList(),
                    null,
                    null,
                    null,
                    factory.getFormat());
        }
        if (mediator instanceof HeaderMediator header) {
            return new Use(Collections.singletonList(header.getExpression()), null, null, null, null);
        }
        return mediator instanceof PropertyMediator property && isXml(property)
                ? new Use(
                        Collections.singletonList(property.getExpression()),
                        null,
                        property.getName(),
                        null,
                        property.getValueElement())
                : null;
    }

    /** Whether it sets a property of the message to XML. */
    static boolean isXml(PropertyMediator property) {
        return PropertyCompiler.isOfMessage(property)
                && property.getAction() == PropertyMediator.ACTION_SET
                && (property.getValueElement() != null || "OM".equals(property.getType()));
    }

    /** Notes whether a property or a header field of the flow may hold a number or a boolean. */
    void holdsScalar(PropertyMediator property) {
        String name = PropertyCompiler.scalar(property);
        if (name == null) {
            return;
        }
        Object literal = property.getValue();
        boolean isTrue = literal instanceof Number number
                ? number.doubleValue() > 0 || number.doubleValue() < 0
                : Boolean.TRUE.equals(literal);
        found.merge(name, isTrue ? Held.TRUE : Held.SCALAR, Held::or);
    }

    /** Whether Jaxen may take a time that grows with the square of the message: it sorts the nodes of a union, or of an axis that goes back, step by step. */
    private static boolean mayTakeLong(SynapseXPath expression) {
        return expression.toString().matches("(?s).*(\\||preceding|following|ancestor|parent|\\.\\.).*");
    }

    /** Null for anything but the removal of a block from the SOAP header. */
    static BlockRemoval removal(Mediator mediator) {
        return mediator instanceof HeaderMediator header && header.getAction() == HeaderMediator.ACTION_REMOVE
                ? new BlockRemoval(
                        header.getQName().getNamespaceURI(), header.getQName().getLocalPart())
                : null;
    }
}
