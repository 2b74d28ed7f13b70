package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.busbench.mediation.embedded.EmbeddedMediator;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.xpath.TypedExpression;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import org.busbench.mediation.xslt.Stylesheet;

/**
 * One instruction of a {@link Flow}: what happens to a message next. A flow is a tree. What follows a branch in the configuration stands in each
 * arm of the branch, and each path ends with an instruction that sends something.
 *
 * <p>Everything that is known before a message comes is a component of the record. The constructors without {@code need} and {@code edits}
 * compute these two.
 *
 * <p>To add an instruction: a record here, its execution in the table of {@code MessageMediation}, and the mediator that becomes it in the compiler's.
 *
 * <p>Immutable, as are the lists that it is given; the threads of all event loops execute the same instructions.
 */
public sealed interface FlowInstruction
        permits ConversationStep,
                FlowInstruction.Step,
                FlowInstruction.Branch,
                FlowInstruction.Embedded,
                FlowInstruction.SendOwn,
                FlowInstruction.Send,
                FlowInstruction.RelayAnswer,
                FlowInstruction.Respond,
                FlowInstruction.Accept,
                FlowInstruction.SendFault,
                FlowInstruction.Fail {

    /** Returns how much of the body this instruction and its successors read: the whole, unless it says otherwise. Costs nothing: it was computed before. */
    default BodyNeed need() {
        return BodyNeed.WHOLE;
    }

    /** Returns the instructions of which one may follow; none at the end of a path. */
    default List<FlowInstruction> successors() {
        return List.of();
    }

    /** Returns whether it works on the tree of the message, where embedded mediators may have changed it, and not on its bytes. */
    default boolean readsTree() {
        return false;
    }

    /** An instruction that one other always follows. */
    sealed interface Step extends FlowInstruction {

        /** The one that follows. */
        FlowInstruction next();

        @Override
        default List<FlowInstruction> successors() {
            return List.of(next());
        }
    }

    /**
     * Takes the first arm whose pattern matches the value of an expression: Synapse's {@code switch} and {@code filter}.
     *
     * @param expression the expression; a boolean has the values {@code true} and {@code false}
     * @param arms tried in this order
     * @param otherwise when no pattern matches, or the expression has no value
     */
    record Branch(TypedExpression expression, List<Arm> arms, FlowInstruction otherwise, BodyNeed need)
            implements FlowInstruction {

        /** The instructions to execute when a pattern matches the whole value. */
        public record Arm(Predicate<String> pattern, FlowInstruction first) {}

        public Branch {
            arms = List.copyOf(arms);
        }

        /** Computes the need: that of the expression, then that of the arm that needs most. */
        public Branch(TypedExpression expression, List<Arm> arms, FlowInstruction otherwise) {
            this(expression, arms, otherwise, need(expression, arms, otherwise));
        }

        private static BodyNeed need(TypedExpression expression, List<Arm> arms, FlowInstruction otherwise) {
            BodyNeed.Extent most = otherwise.need().total();
            for (Arm arm : arms) {
                BodyNeed.Extent one = arm.first().need().total();
                most = one.compareTo(most) > 0 ? one : most;
            }
            return BodyNeed.of(expression, most);
        }

        /** Returns where a message goes on for which the expression has this value; null for no value. */
        public FlowInstruction choose(String value) {
            if (value != null) {
                for (Arm arm : arms) {
                    if (arm.pattern().test(value)) {
                        return arm.first();
                    }
                }
            }
            return otherwise;
        }

        @Override
        public List<FlowInstruction> successors() {
            List<FlowInstruction> all = new ArrayList<>();
            arms.forEach(arm -> all.add(arm.first()));
            all.add(otherwise);
            return all;
        }
    }

    /** Replaces a part of the message by the result of a stylesheet: Synapse's {@code xslt}. */
    record Transform(
            Stylesheet stylesheet, Part selection, Map<String, Value> parameters, FlowInstruction next, BodyNeed need)
            implements Step {

        public Transform {
            parameters = Map.copyOf(parameters);
        }

        /** Needs the whole message. */
        public Transform(Stylesheet stylesheet, Part selection, Map<String, Value> parameters, FlowInstruction next) {
            this(stylesheet, selection, parameters, next, BodyNeed.whole(parameters.values()));
        }
    }

    /**
     * Has one of Synapse's own mediators change the whole message, as a tree.
     *
     * @param fields changes to the message's header fields until here that are the same for each message
     * @param otherwise when the mediator says that the message does not go on
     */
    record Embedded(
            EmbeddedMediator mediator, List<HeaderField> fields, FlowInstruction next, FlowInstruction otherwise)
            implements FlowInstruction {

        @Override
        public boolean readsTree() {
            return true;
        }

        @Override
        public List<FlowInstruction> successors() {
            return List.of(next, otherwise);
        }
    }

    /**
     * Changes the bytes of the message, or a property: what a mediator would do with a tree.
     *
     * @param otherwise first instruction for a message that the change does not take; {@code next} comes behind it, too
     */
    record Rewrite(ContentChange change, FlowInstruction otherwise, FlowInstruction next) implements Step {

        @Override
        public boolean readsTree() {
            return otherwise.readsTree();
        }

        @Override
        public BodyNeed need() {
            return change.need();
        }
    }

    /** An empty envelope takes the place of the message, in a fault sequence: that has gone. */
    record OwnMessage(FlowInstruction next) implements Step {

        @Override
        public BodyNeed need() {
            return BodyNeed.NONE;
        }
    }

    /**
     * Sends what became of an {@link OwnMessage} to the client.
     *
     * @param ofAnswers whether that fails where a request had failed
     */
    record SendOwn(int status, List<HeaderField> fields, boolean ofAnswers) implements FlowInstruction {}

    /** Writes a line to the log: Synapse's {@code log}. */
    record Log(LogLine line, FlowInstruction next, BodyNeed need) implements Step {

        /** Needs what the line says of the message. */
        public Log(LogLine line, FlowInstruction next) {
            this(
                    line,
                    next,
                    line.showsContent()
                            ? BodyNeed.whole(line.values())
                            : BodyNeed.of(line.values(), next.need().total()));
        }
    }

    /**
     * Sets a property of the message, which its answer keeps.
     *
     * @param value null removes the property
     */
    record SetProperty(String name, Value value, FlowInstruction next, BodyNeed need) implements Step {

        /** The names of properties in the scope axis2 begin so; an answer does not keep these. */
        public static final String IN_AXIS = "axis2:";
        /** The same of axis2-client; an answer keeps these, and a reader of the scope axis2 sees them behind its own. */
        public static final String OF_CLIENT = "axis2-client:";

        /** Needs what the value needs. */
        public SetProperty(String name, Value value, FlowInstruction next) {
            this(
                    name,
                    value,
                    next,
                    BodyNeed.of(
                            value == null ? List.of() : List.of(value),
                            next.need().total()));
        }
    }

    /**
     * Sets a header field to a value that differs from message to message.
     *
     * @param quoted whether the value stands in quotes, as that of {@code SOAPAction} does
     * @param value an expression; a message for which it has no value goes without the field
     */
    record SetHeader(String name, boolean quoted, Value.Computed value, FlowInstruction next, BodyNeed need)
            implements Step {

        /** Needs what the value needs. */
        public SetHeader(String name, boolean quoted, Value.Computed value, FlowInstruction next) {
            this(
                    name,
                    quoted,
                    value,
                    next,
                    BodyNeed.of(List.of(value), next.need().total()));
        }
    }

    /** Waits for the whole body, so that the message goes on with a {@code Content-Length}. */
    record BufferBody(FlowInstruction next) implements Step {}

    /**
     * The content of an answer becomes JSON, as Synapse writes it for the {@code messageType} of JSON; it is sent next.
     *
     * @param read whether a step before has read the content
     */
    record AsJson(boolean read, FlowInstruction next) implements Step {}

    /** From here on, another handler gets the message when something fails. */
    record OnFault(FlowInstruction handler, FlowInstruction next, BodyNeed need) implements Step {

        /** Needs nothing by itself. */
        public OnFault(FlowInstruction handler, FlowInstruction next) {
            this(handler, next, BodyNeed.of(List.of(), next.need().total()));
        }
    }

    /**
     * Sends the request to a backend. The fast lane prepares its routes when it starts, and finds them by the index.
     *
     * @param index of this instruction among those of its kind in the flow, from 0
     * @param oneWay whether the client gets 202 at once and the backend's answer is dropped
     * @param answer first instruction for its answer; null for that of the flow
     * @param alone whether what follows the proxy's path in a request is left out
     */
    record Send(
            int index,
            EndpointSpec destination,
            List<HeaderField> fields,
            HeadEdits edits,
            boolean oneWay,
            FlowInstruction answer,
            boolean alone,
            BodyNeed need)
            implements FlowInstruction {

        /** Needs the whole body where the request may have to be sent again, or gets header blocks. */
        public Send(
                int index,
                EndpointSpec destination,
                List<HeaderField> fields,
                boolean oneWay,
                FlowInstruction answer,
                boolean alone) {
            this(
                    index,
                    destination,
                    fields,
                    HeaderField.apply(fields, HeadEdits.NONE),
                    oneWay,
                    answer,
                    alone,
                    oneWay || destination.retries() || destination.isAddressed() ? BodyNeed.WHOLE : BodyNeed.NONE);
        }
    }

    /**
     * Sends the backend's answer to the client.
     *
     * @param status replaces the backend's status; 0 keeps it
     * @param empty whether the body is left out
     */
    record RelayAnswer(int status, List<HeaderField> fields, boolean empty, HeadEdits edits)
            implements FlowInstruction {

        /** The answer as it came. */
        public static final RelayAnswer UNCHANGED = new RelayAnswer(0, List.of(), false);

        /** Computes the changes to the head. */
        public RelayAnswer(int status, List<HeaderField> fields, boolean empty) {
            this(status, fields, empty, edits(status, fields, empty));
        }

        private static HeadEdits edits(int status, List<HeaderField> fields, boolean empty) {
            HeadEdits edits = HeaderField.apply(fields, HeadEdits.NONE);
            edits = empty ? edits.remove("Content-Type") : edits;
            return status == 0 ? edits : edits.status(status);
        }

        @Override
        public BodyNeed need() {
            return empty ? BodyNeed.WHOLE : BodyNeed.NONE;
        }
    }

    /**
     * Sends the request back to the client: Synapse's {@code respond} in an in sequence.
     *
     * @param status 0 for the usual one
     * @param empty whether the body is left out
     */
    record Respond(int status, List<HeaderField> fields, boolean empty) implements FlowInstruction {}

    /** Answers 202 without a body; nothing is sent to a backend. */
    record Accept() implements FlowInstruction {

        @Override
        public BodyNeed need() {
            return BodyNeed.NONE;
        }
    }

    /**
     * Sends a SOAP fault to the client.
     *
     * @param status 0 for the one that fits the error
     * @param template null for the fast lane's own wording
     */
    record SendFault(int status, FaultTemplate template, List<HeaderField> fields, BodyNeed need)
            implements FlowInstruction {

        /** A fault in the fast lane's own wording. */
        public static final SendFault DEFAULT = new SendFault(0, null, List.of());

        public SendFault {
            fields = HeaderField.ofAnAnswer(fields);
        }

        /** Needs what the values of the template need. */
        public SendFault(int status, FaultTemplate template, List<HeaderField> fields) {
            this(
                    status,
                    template,
                    fields,
                    BodyNeed.of(template == null ? List.of() : template.values(), BodyNeed.Extent.NONE));
        }
    }

    /**
     * Fails: the configuration names something that is not there.
     *
     * @param code of the error, one of {@code SynapseConstants}
     */
    record Fail(int code, String why) implements FlowInstruction {

        @Override
        public BodyNeed need() {
            return BodyNeed.NONE;
        }
    }
}
