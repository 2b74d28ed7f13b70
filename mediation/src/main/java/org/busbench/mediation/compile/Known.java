package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is known of a message at one place of a sequence, before any message came. Immutable.
 *
 * @param fields header fields that were set or removed, the same for each message
 * @param computed lower-case names of the fields that were set from the message
 * @param made the fault in whose place the message is, or null
 * @param status that the client will be told, or 0
 * @param marks what it was marked as
 * @param to the address that it was given, or null
 */
record Known(List<Field> fields, Set<String> computed, Fault made, int status, Set<Mark> marks, String to) {

    /** What a sequence can mark a message as. */
    enum Mark {
        /** It goes back to the client. */
        RETURNING,
        /** It has no address to go to. */
        NOWHERE,
        /** Nobody wants the backend's answer. */
        ONE_WAY,
        /** The client is told at once that it was accepted. */
        ACCEPTED,
        /** It goes back without its body. */
        EMPTY
    }

    static final Known NOTHING = new Known(List.of(), Set.of(), null, 0, Set.of(), null);

    Known with(Field field) throws NotKnown {
        if (computed.contains(lower(field.name()))) {
            throw new NotKnown("the header field '" + field.name() + "' is set from the message and then again");
        }
        List<Field> more = new ArrayList<>(fields);
        more.removeIf(known -> known.name().equalsIgnoreCase(field.name()));
        more.add(field);
        return new Known(more, computed, made, status, marks, to);
    }

    Known withComputed(String field) {
        List<Field> others = fields.stream()
                .filter(known -> !known.name().equalsIgnoreCase(field))
                .toList();
        Set<String> more =
                Stream.concat(computed.stream(), Stream.of(lower(field))).collect(Collectors.toUnmodifiableSet());
        return new Known(others, more, made, status, marks, to);
    }

    Known with(Fault fault, boolean marked) {
        Known faulty = new Known(fields, computed, fault, status, marks, null).marked(Mark.NOWHERE);
        return marked ? faulty.marked(Mark.RETURNING) : faulty;
    }

    Known withStatus(int code) {
        return new Known(fields, computed, made, code, marks, to);
    }

    Known marked(Mark mark) {
        Set<Mark> more = EnumSet.of(mark);
        more.addAll(marks);
        return new Known(fields, computed, made, status, Set.copyOf(more), to);
    }

    boolean is(Mark mark) {
        return marks.contains(mark);
    }

    Known to(String address) {
        Set<Mark> others = EnumSet.noneOf(Mark.class);
        others.addAll(marks);
        others.remove(Mark.NOWHERE);
        Known told = new Known(fields, computed, made, status, Set.copyOf(others), address);
        return address == null ? told.marked(Mark.NOWHERE) : told;
    }

    /** Whether a field of the message may have another value than the one with which it came. */
    boolean isChanged(String field) {
        return computed.contains(lower(field))
                || fields.stream().anyMatch(known -> known.name().equalsIgnoreCase(field));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
