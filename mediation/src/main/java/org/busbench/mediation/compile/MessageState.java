package org.busbench.mediation.compile;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.mediation.fastlane.FaultTemplate;
import org.busbench.mediation.fastlane.HeaderField;

/**
 * What is known of every message at one place of a sequence, before a message comes. Immutable.
 *
 * @param fault that has replaced the message, or null
 * @param status that was set for the client, or 0
 * @param to the literal address that was set, or null
 * @param objects names of properties and header fields that may hold something else than a text somewhere in the flow, and what
 */
record MessageState(
        Direction direction,
        List<HeaderField> fields,
        Set<String> computed,
        FaultTemplate fault,
        int status,
        Set<Mark> marks,
        String to,
        Map<String, Held> objects) {

    /** The direction for which a sequence is executed. */
    enum Direction {
        REQUEST("in sequence"),
        ANSWER("out sequence"),
        FAULT("fault sequence");

        private final String sequence;

        Direction(String sequence) {
            this.sequence = sequence;
        }

        /** The name of such a sequence. */
        @Override
        public String toString() {
            return sequence;
        }
    }

    /** What a property holds that is no text. */
    enum Held {
        /** A number or a boolean, which becomes a text where one is wanted. */
        SCALAR,
        /** One that is a literal, and true as its text is: neither 0 nor false. */
        TRUE,
        /** Elements. */
        XML;

        boolean isScalar() {
            return this == SCALAR || this == TRUE;
        }

        /** What it holds that holds either. */
        Held or(Held other) {
            return this == other ? this : isScalar() && other.isScalar() ? SCALAR : XML;
        }
    }

    /** The marks that properties and headers set on a message. */
    enum Mark {
        /** {@code RESPONSE}: it goes back to the client. */
        RESPONSE,
        /** The header {@code To} was removed. */
        NO_ADDRESS,
        /** {@code OUT_ONLY}: the backend's answer is dropped. */
        OUT_ONLY,
        /** {@code FORCE_SC_ACCEPTED}: the client gets 202 at once. */
        FORCE_ACCEPTED,
        /** {@code REST_URL_POSTFIX} was removed: what follows the proxy's path in the request does not go on. */
        NO_POSTFIX,
        /** {@code REST_URL_POSTFIX} or {@code ContentType} was set, which only a message without SOAP follows. */
        POSTFIX,
        /** {@code POST_TO_URI}: the request's target is the endpoint's whole address. */
        WHOLE_ADDRESS,
        /** {@code NO_ENTITY_BODY}: it goes back without its body. */
        NO_BODY,
        /** {@code PRESERVE_WS_ADDRESSING}: its header blocks of WS-Addressing stay. */
        PRESERVED,
        /** {@code messageType} {@code application/xml}: it goes on without its envelope. */
        BARE,
        /** {@code messageType} of JSON: it becomes JSON when it is sent. */
        JSON,
        /** {@code messageType} of SOAP. */
        TYPED,
        /** The fault sequence has made it: the client's, or the backend's, has gone. */
        OWN,
        /** A schema does not allow it, and properties say why. */
        INVALID,
        /** A step has read its content: Synapse sends the tree that it has made then. */
        READ,
        /** {@code pass-through.pipe} was removed before its content was read: Synapse sends what takes its place, or an empty envelope. */
        NO_PIPE
    }

    /** The message as it came. */
    static MessageState initial(Direction direction, Map<String, Held> objects) {
        return new MessageState(direction, List.of(), Set.of(), null, 0, Set.of(), null, objects);
    }

    MessageState with(HeaderField field) throws NotCompilable {
        if (computed.contains(lower(field.name()))) {
            throw new NotCompilable("the header field '" + field.name() + "' is set from the message and then again");
        }
        return new MessageState(
                direction,
                Stream.concat(others(field.name()), Stream.of(field)).toList(),
                computed,
                fault,
                status,
                marks,
                to,
                objects);
    }

    MessageState withComputed(String field) {
        Set<String> more =
                Stream.concat(computed.stream(), Stream.of(lower(field))).collect(Collectors.toUnmodifiableSet());
        return new MessageState(direction, others(field).toList(), more, fault, status, marks, to, objects);
    }

    private Stream<HeaderField> others(String field) {
        return fields.stream().filter(known -> !known.name().equalsIgnoreCase(field));
    }

    /** The message is a fault from here on. */
    MessageState with(FaultTemplate made, boolean response) {
        MessageState faulty =
                new MessageState(direction, fields, computed, made, status, marks, null, objects).with(Mark.NO_ADDRESS);
        return response ? faulty.with(Mark.RESPONSE) : faulty;
    }

    MessageState withStatus(int code) {
        return new MessageState(direction, fields, computed, fault, code, marks, to, objects);
    }

    MessageState with(Mark mark) {
        Set<Mark> more = EnumSet.of(mark);
        more.addAll(marks);
        return new MessageState(direction, fields, computed, fault, status, Set.copyOf(more), to, objects);
    }

    /** Null for a message whose address was removed. */
    MessageState withAddress(String address) {
        Set<Mark> others = EnumSet.noneOf(Mark.class);
        others.addAll(marks);
        others.remove(Mark.NO_ADDRESS);
        MessageState addressed =
                new MessageState(direction, fields, computed, fault, status, Set.copyOf(others), address, objects);
        return address == null ? addressed.with(Mark.NO_ADDRESS) : addressed;
    }

    /** Whether a fault has taken the place of the message, or something failed and its sequence has made no message yet. */
    boolean isFault() {
        return fault != null || (direction == Direction.FAULT && !is(Mark.OWN));
    }

    /** The property that took its content away, where nothing has taken the content's place, or after which a fault would be JSON; null for none. */
    String emptiedBy() {
        if (is(Mark.JSON)) {
            return "messageType of JSON";
        }
        boolean isWithoutPipe = is(Mark.NO_PIPE) && fault == null;
        return is(Mark.NO_BODY) ? "NO_ENTITY_BODY" : isWithoutPipe ? "the removal of pass-through.pipe" : null;
    }

    boolean is(Direction wanted) {
        return direction == wanted;
    }

    boolean is(Mark mark) {
        return marks.contains(mark);
    }

    /** Whether a header field may have another value than the one with which the message came. */
    boolean isChanged(String field) {
        return computed.contains(lower(field))
                || fields.stream().anyMatch(known -> known.name().equalsIgnoreCase(field));
    }

    /** The name of a header field among the {@link #objects}. */
    static String field(String name) {
        return "trp:" + lower(name);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
