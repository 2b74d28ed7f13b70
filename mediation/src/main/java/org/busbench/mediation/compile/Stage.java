package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.xpath.TypedExpression;

/** What happens to a message next. A tree whose leaves send something; what follows a choice in the configuration stands in each of its branches. */
public sealed interface Stage {

    /**
     * A request goes to a backend.
     *
     * @param destination which
     * @param fields changes to the header fields that are the same for each message
     * @param oneWay whether the client is told at once that its message was accepted, and nobody wants the backend's answer
     */
    record Send(Destination destination, List<Field> fields, boolean oneWay) implements Stage {

        /** Makes the list unchangeable. */
        public Send {
            fields = List.copyOf(fields);
        }
    }

    /**
     * A backend's answer goes to the client.
     *
     * @param status that takes the place of the backend's, or 0
     * @param fields changes to the header fields that are the same for each message
     * @param empty whether it goes without the body that it has
     */
    record Back(int status, List<Field> fields, boolean empty) implements Stage {

        /** As the backend has sent it. */
        public static final Back UNCHANGED = new Back(0, List.of(), false);

        /** Makes the list unchangeable. */
        public Back {
            fields = List.copyOf(fields);
        }
    }

    /**
     * A request goes back to the client that sent it.
     *
     * @param status of the answer
     * @param fields changes to the header fields, which are those of the request
     * @param empty whether it goes without the body that it has
     */
    record Respond(int status, List<Field> fields, boolean empty) implements Stage {

        /** Makes the list unchangeable. */
        public Respond {
            fields = List.copyOf(fields);
        }
    }

    /**
     * The client gets a fault.
     *
     * @param status of the answer, or 0 for the one that says best what failed
     * @param fault what it says, or null for a fault in our words
     * @param fields header fields of the answer
     */
    record Tell(int status, Fault fault, List<Field> fields) implements Stage {

        /** A fault in our words. */
        public static final Tell PLAINLY = new Tell(0, null, List.of());

        /** Makes the list unchangeable. */
        public Tell {
            fields = List.copyOf(fields);
        }
    }

    /** The client is told that its message was accepted, with 202 and nothing else; nothing is sent anywhere. */
    record Accept() implements Stage {}

    /**
     * Takes one of several ways.
     *
     * @param choice which
     */
    record Choose(Choice<Stage> choice) implements Stage {}

    /**
     * Goes through a stylesheet.
     *
     * @param transform which
     * @param next what happens then
     */
    record Change(Transform transform, Stage next) implements Stage {}

    /**
     * Is logged.
     *
     * @param line what is written
     * @param next what happens then
     */
    record Note(LogLine line, Stage next) implements Stage {}

    /**
     * Sets a property of the message, which stays with its answer.
     *
     * @param name of the property
     * @param value what it is set to, or null when it is removed
     * @param next what happens then
     */
    record Keep(String name, Value value, Stage next) implements Stage {}

    /**
     * Sets a header field to something that differs from message to message.
     *
     * @param name of the field
     * @param value what it is set to; no value leaves the field out
     * @param next what happens then
     */
    record Put(FieldName name, Value.Computed value, Stage next) implements Stage {}

    /**
     * Waits for the whole message, so that it goes on with a length.
     *
     * @param next what happens then
     */
    record Whole(Stage next) implements Stage {}

    /**
     * From here on another sequence is told what fails.
     *
     * @param fault what happens then
     * @param next what happens if nothing fails
     */
    record Guard(Stage fault, Stage next) implements Stage {}

    /** {@return what may follow} */
    default List<Stage> following() {
        if (this instanceof Choose choose) {
            return choose.choice().branches();
        }
        Stage next = next();
        return next == null ? List.of() : List.of(next);
    }

    /** {@return the one that follows, or null for a choice and for a leaf} */
    default Stage next() {
        if (this instanceof Change change) {
            return change.next();
        }
        if (this instanceof Note note) {
            return note.next();
        }
        if (this instanceof Keep keep) {
            return keep.next();
        }
        if (this instanceof Put put) {
            return put.next();
        }
        if (this instanceof Whole whole) {
            return whole.next();
        }
        return this instanceof Guard guard ? guard.next() : null;
    }

    /** {@return what this stage by itself asks of the message's content} */
    default List<TypedExpression> questions() {
        List<TypedExpression> asked = new ArrayList<>();
        if (this instanceof Choose choose) {
            asked.add(choose.choice().question());
        } else if (this instanceof Note note) {
            note.line().properties().forEach(property -> add(asked, property.value()));
        } else if (this instanceof Keep keep) {
            add(asked, keep.value());
        } else if (this instanceof Put put) {
            add(asked, put.value());
        } else if (this instanceof Change change) {
            change.transform().parameters().values().forEach(value -> add(asked, value));
        }
        if (this instanceof Tell tell && tell.fault() != null) {
            add(asked, tell.fault().code().local());
            add(asked, tell.fault().reason());
        }
        asked.removeIf(TypedExpression::needsNoContent);
        return asked;
    }

    /** {@return how much of the message this stage by itself looks at} */
    default Reads readsItself() {
        boolean whole = this instanceof Change
                || this instanceof Whole
                || this instanceof Respond
                || (this instanceof Back back && back.empty())
                || (this instanceof Send send
                        && (send.oneWay() || send.destination().keepsRequests()))
                || (this instanceof Note note && note.line().looksIntoTheMessage());
        List<TypedExpression> asked = questions();
        if (whole || asked.size() > 1 || (asked.size() == 1 && !asked.get(0).isStreamed())) {
            return Reads.WHOLE;
        }
        return asked.isEmpty() ? Reads.NOTHING : Reads.BEGINNING;
    }

    /** {@return how much of the message is looked at from here on} */
    default Reads reads() {
        Reads after = Reads.NOTHING;
        for (Stage next : following()) {
            Reads one = next.reads();
            after = one.compareTo(after) > 0 ? one : after;
        }
        return readsItself().then(after);
    }

    private static void add(List<TypedExpression> asked, Value value) {
        if (value instanceof Value.Computed computed) {
            asked.add(computed.question());
        }
    }
}
