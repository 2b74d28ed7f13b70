package org.busbench.mediation.compile;

import java.util.ArrayList;
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
 * @param returning whether it is marked as one that goes back to the client
 * @param nowhere whether it has no address to go to
 * @param to the address that it was given, or null
 */
record Known(
        List<Field> fields,
        Set<String> computed,
        Fault made,
        int status,
        boolean returning,
        boolean nowhere,
        String to) {

    static final Known NOTHING = new Known(List.of(), Set.of(), null, 0, false, false, null);

    Known with(Field field) throws NotKnown {
        if (computed.contains(lower(field.name()))) {
            throw new NotKnown("the header field '" + field.name() + "' is set from the message and then again");
        }
        List<Field> more = new ArrayList<>(fields);
        more.removeIf(known -> known.name().equalsIgnoreCase(field.name()));
        more.add(field);
        return new Known(more, computed, made, status, returning, nowhere, to);
    }

    Known withComputed(String field) {
        List<Field> others = fields.stream()
                .filter(known -> !known.name().equalsIgnoreCase(field))
                .toList();
        Set<String> more =
                Stream.concat(computed.stream(), Stream.of(lower(field))).collect(Collectors.toUnmodifiableSet());
        return new Known(others, more, made, status, returning, nowhere, to);
    }

    Known with(Fault fault, boolean marked) {
        return new Known(fields, computed, fault, status, returning || marked, true, null);
    }

    Known withStatus(int code) {
        return new Known(fields, computed, made, code, returning, nowhere, to);
    }

    Known asAnswer() {
        return new Known(fields, computed, made, status, true, nowhere, to);
    }

    Known to(String address) {
        return new Known(fields, computed, made, status, returning, address == null, address);
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
