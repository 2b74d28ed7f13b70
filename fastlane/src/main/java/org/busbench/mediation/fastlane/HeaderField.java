package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.RequestHead;

/**
 * A change to a header field.
 *
 * @param value replaces any value that the field had; null removes the field
 */
public record HeaderField(String name, String value) {

    /** The name, which none in a message has, for the {@code Host} of a request that is not the endpoint's own. */
    public static final String AUTHORITY = ":authority";

    public HeaderField {
        Objects.requireNonNull(name, "name");
    }

    /** Whether it is the action of the message, which stands in quotes; a field that a sequence sets by its name has the value as it is. */
    boolean isAction() {
        return name.equals("SOAPAction") && value != null && value.startsWith("\"");
    }

    /** Returns these changes without that of the action, which no client is told. */
    static List<HeaderField> ofAnAnswer(List<HeaderField> changes) {
        return changes.stream().filter(change -> !change.isAction()).toList();
    }

    private String sent() {
        return name.equals(AUTHORITY) ? "Host" : name;
    }

    /** Returns these changes and this one, which replaces any other change of a field with its name. */
    static List<HeaderField> with(List<HeaderField> changes, String name, String value) {
        List<HeaderField> more = new ArrayList<>(changes);
        more.removeIf(other -> other.name().equalsIgnoreCase(name));
        more.add(new HeaderField(name, value));
        return more;
    }

    /** The same of several changes. */
    static List<HeaderField> with(List<HeaderField> changes, List<HeaderField> further) {
        List<HeaderField> all = changes;
        for (HeaderField change : further) {
            all = with(all, change.name(), change.value());
        }
        return all;
    }

    /** Returns the edits of a head, followed by these changes. */
    static HeadEdits apply(List<HeaderField> changes, HeadEdits edits) {
        HeadEdits all = edits;
        for (HeaderField change : changes) {
            all = change.value() == null ? all.remove(change.sent()) : all.set(change.sent(), change.value());
        }
        return all;
    }

    /**
     * Copies the fields of a request into a message of the mediator's own. Fields of one hop are left out. For the thread of the request's loop.
     */
    static HeadEdits copy(RequestHead request, Set<String> without, List<HeaderField> changes) {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        for (int i = 0; i < request.fieldCount(); i++) {
            String name = request.fieldName(i);
            boolean replaced = without.contains(name.toLowerCase(Locale.ROOT))
                    || changes.stream().anyMatch(change -> change.name().equalsIgnoreCase(name));
            if (!request.isDropped(i) && !replaced) {
                fields.add(Map.entry(name, request.fieldValue(i)));
            }
        }
        for (HeaderField change : changes) {
            if (change.value() != null) {
                fields.add(Map.entry(change.sent(), change.value().strip()));
            }
        }
        return HeadEdits.of(fields);
    }
}
