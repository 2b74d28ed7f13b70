package org.busbench.mediation.fastlane;

import java.util.List;
import java.util.Map;
import org.busbench.mediation.compile.Choice;
import org.busbench.mediation.compile.FieldName;
import org.busbench.mediation.compile.LogLine;
import org.busbench.mediation.compile.Reads;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.compile.Transform;
import org.busbench.mediation.compile.Value;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.Route;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * What happens to a message next: a {@link Stage} with all that can be known before a message comes. A tree, as stages are, but without lines that nobody
 * would see. Immutable; for the threads of all loops.
 */
sealed interface Step {

    /** What it needs of the message. */
    Need need();

    /**
     * How much of a message is looked at.
     *
     * @param itself by this step
     * @param all by this step and those after it
     * @param questions it asks of the message's content
     * @param slow whether one of them needs a tree
     */
    record Need(Reads itself, Reads all, List<TypedExpression> questions, boolean slow) {

        /** Nothing. */
        static final Need NONE = new Need(Reads.NOTHING, Reads.NOTHING, List.of(), false);

        /** Makes the list unchangeable. */
        public Need {
            questions = List.copyOf(questions);
        }
    }

    /** One after which the message is still here. */
    sealed interface Passing extends Step {

        /** What happens then. */
        Step next();
    }

    /** Takes one of several ways. */
    record Choose(Need need, Choice<Step> choice) implements Step {}

    /** Goes through a stylesheet. */
    record Change(Need need, Transform transform, Step next) implements Step {}

    /** Is logged. */
    record Note(Need need, LogLine line, Step next) implements Passing {}

    /** Sets a property, or removes it when there is no value. */
    record Keep(Need need, String name, Value value, Step next) implements Passing {}

    /** Sets a header field. */
    record Put(Need need, FieldName name, Value.Computed value, Step next) implements Passing {}

    /** Waits for the whole message. */
    record Whole(Need need, Step next) implements Passing {}

    /** From here on that step is taken when something fails. */
    record Guard(Need need, Step fault, Step next) implements Passing {}

    /**
     * A request goes to a backend.
     *
     * @param need of the message
     * @param stage what the configuration says
     * @param member who picks the backend
     * @param edits changes to the head that are the same for each message
     * @param routes to each of the backends, with those changes and no others
     */
    record Send(Need need, Stage.Send stage, Member member, HeadEdits edits, Map<Leaf, Route> routes) implements Step {

        /** Makes the map unchangeable. */
        public Send {
            routes = Map.copyOf(routes);
        }

        /** The only backend that it may go to, or null when there are several. */
        Leaf only() {
            return member instanceof Member.One one ? one.leaf() : null;
        }
    }

    /** A backend's answer goes to the client, perhaps without its body. */
    record Back(Need need, HeadEdits edits, boolean empty) implements Step {}

    /** A request goes back to the client that sent it. */
    record Respond(Need need, Stage.Respond stage) implements Step {}

    /** The client is told that its message was accepted. */
    record Accept(Need need) implements Step {}

    /** The client gets a fault. */
    record Tell(Need need, Stage.Tell stage) implements Step {

        /** A fault in our words. */
        static final Tell PLAINLY = new Tell(Need.NONE, Stage.Tell.PLAINLY);
    }
}
