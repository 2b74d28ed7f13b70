package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.mediators.base.SequenceMediator;
import org.apache.synapse.mediators.eip.Target;
import org.apache.synapse.mediators.eip.aggregator.AggregateMediator;
import org.apache.synapse.mediators.eip.splitter.CloneMediator;
import org.apache.synapse.mediators.eip.splitter.IterateMediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.compile.SequenceCompiler.Position;
import org.busbench.mediation.embedded.EmbeddedAggregate;
import org.busbench.mediation.embedded.EmbeddedSplit;
import org.busbench.mediation.fastlane.ConversationStep;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.xpath.TypedExpression;

/** Compiles the mediators that make several messages of one, and one of several. */
final class SplitCompiler {

    private SplitCompiler() {}

    static FlowInstruction iterate(SequenceCompiler compiler, IterateMediator iterate, Position rest)
            throws NotCompilable {
        EmbeddedSplit how = compiler.embedded.split(iterate, rest.state());
        FlowInstruction split = split(compiler, how, elements(how, rest.state()), List.of(iterate.getTarget()), rest);
        compiler.steps.note(Direction.REQUEST, iterate, "embedded");
        return split;
    }

    /** What is taken out, and its place if it has one; empty for paths that only a tree shows, or that may lead elsewhere when it was taken out. */
    private static List<TypedExpression> elements(EmbeddedSplit how, MessageState state) {
        List<TypedExpression> all = new ArrayList<>();
        try {
            all.add(EnrichCompiler.place(how.elements(), state));
            if (how.place() != null) {
                all.add(how.place().toString().contains("[") ? null : EnrichCompiler.place(how.place(), state));
            }
        } catch (NotCompilable | IllegalArgumentException e) {
            return List.of();
        }
        return all.stream().allMatch(one -> one != null && !one.expression().selectsTexts()) ? all : List.of();
    }

    static FlowInstruction copy(SequenceCompiler compiler, CloneMediator clone, Position rest) throws NotCompilable {
        return split(compiler, compiler.embedded.split(clone, rest.state()), List.of(), clone.getTargets(), rest);
    }

    private static FlowInstruction split(
            SequenceCompiler compiler,
            EmbeddedSplit how,
            List<TypedExpression> elements,
            List<Target> targets,
            Position rest)
            throws NotCompilable {
        SequenceCompiler parts = compiler.forParts();
        List<FlowInstruction> first = new ArrayList<>();
        for (Target one : targets) {
            first.add(target(parts, one, rest));
        }
        if (first.isEmpty()) {
            throw new NotCompilable("<" + how.name() + "> without a target");
        }
        return new ConversationStep.Split(
                how, elements, first, rest.state().fields(), rest.state().is(Mark.FORCE_ACCEPTED));
    }

    /** A part's sequence or endpoint, in the order in which Synapse looks for them. */
    private static FlowInstruction target(SequenceCompiler parts, Target part, Position rest) throws NotCompilable {
        MessageState state = rest.state();
        if (part.getSoapAction() != null) {
            state = PropertyCompiler.withAction(part.getSoapAction(), state);
        }
        if (part.getToAddress() != null) {
            state = state.withAddress(part.getToAddress());
        }
        if (part.getSequence() != null || part.getSequenceRef() != null) {
            SequenceMediator sequence = part.getSequence() == null
                    ? MediatorQueue.named(part.getSequenceRef(), parts.configuration)
                    : part.getSequence();
            MediatorQueue queue = new MediatorQueue(sequence, MediatorQueue.END, rest.handler());
            return parts.compile(rest.with(state).at(queue));
        }
        if (part.getEndpoint() != null) {
            return parts.toEndpoint(parts.endpoints.of(part.getEndpoint(), state.to()), state, null);
        }
        if (part.getEndpointRef() == null) {
            return parts.drop();
        }
        return parts.endpoints.isMissing(part.getEndpointRef())
                ? new FlowInstruction.Fail(
                        SynapseConstants.DEFAULT_ERROR, "there is no endpoint named '" + part.getEndpointRef() + "'")
                : parts.toEndpoint(parts.endpoints.named(part.getEndpointRef()), state, null);
    }

    static FlowInstruction aggregate(SequenceCompiler compiler, AggregateMediator aggregate, Position rest)
            throws NotCompilable {
        EmbeddedAggregate how = compiler.embedded.aggregate(aggregate, rest.state());
        MediatorQueue left = compiler.unfolded(rest.queue());
        if (!left.isOver()) {
            throw new NotCompilable("<" + MediatorQueue.name(left.first()) + "> after an <aggregate>");
        }
        SequenceMediator complete = aggregate.getOnCompleteSequence();
        if (complete == null && aggregate.getOnCompleteSequenceRef() == null) {
            throw new NotCompilable("an <aggregate> without a sequence for the whole");
        }
        complete = complete == null
                ? MediatorQueue.named(aggregate.getOnCompleteSequenceRef(), compiler.configuration)
                : complete;
        MediatorQueue queue = new MediatorQueue(complete, MediatorQueue.END, rest.handler());
        FlowInstruction whole = compiler.compile(rest.at(queue));
        compiler.steps.note(Direction.ANSWER, aggregate, "embedded");
        return new ConversationStep.Aggregate(
                how, whole, compiler.drop(), rest.state().fields());
    }
}
