package org.busbench.mediation.fastlane;

import java.util.List;
import org.busbench.mediation.embedded.EmbeddedAggregate;
import org.busbench.mediation.embedded.EmbeddedCall;
import org.busbench.mediation.embedded.EmbeddedSplit;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * An instruction by which a message begets others, or waits for them: parts that go their own ways and are joined again, and calls of further backends.
 *
 * <p>Immutable, like all instructions.
 */
public sealed interface ConversationStep extends FlowInstruction {

    /**
     * Makes several messages of one, which goes no further: Synapse's {@code iterate} and {@code clone}.
     *
     * @param elements select what each part gets, and its place if it is not the body; empty when only a tree shows them
     * @param targets first instructions for the parts, for each one or one for all
     * @param fields as of {@link FlowInstruction.Embedded}
     * @param accepts whether the client gets 202 when all parts are under way
     */
    record Split(
            EmbeddedSplit how,
            List<TypedExpression> elements,
            List<FlowInstruction> targets,
            List<HeaderField> fields,
            boolean accepts)
            implements ConversationStep {

        @Override
        public boolean readsTree() {
            return how.elements() != null;
        }

        @Override
        public List<FlowInstruction> successors() {
            return targets;
        }
    }

    /**
     * Asks a backend before the message goes on, with what the answer changes: Synapse's {@code callout}.
     *
     * @param request sends what is asked; its answer is for {@link EndCall}
     * @param fields as of {@link FlowInstruction.Embedded}
     */
    record Call(EmbeddedCall how, FlowInstruction.Send request, List<HeaderField> fields, FlowInstruction next)
            implements ConversationStep {

        @Override
        public boolean readsTree() {
            return true;
        }

        @Override
        public List<FlowInstruction> successors() {
            return List.of(request, next);
        }
    }

    /** The answer to a {@link Call} is here. */
    record EndCall() implements ConversationStep {}

    /**
     * Makes one message of the answers to the parts of a message: Synapse's {@code aggregate}.
     *
     * @param complete first instruction for the one message
     * @param otherwise for a message that is no part
     * @param fields as of {@link FlowInstruction.Embedded}
     */
    record Aggregate(
            EmbeddedAggregate how, FlowInstruction complete, FlowInstruction otherwise, List<HeaderField> fields)
            implements ConversationStep {

        @Override
        public boolean readsTree() {
            return true;
        }

        @Override
        public List<FlowInstruction> successors() {
            return List.of(complete, otherwise);
        }
    }
}
