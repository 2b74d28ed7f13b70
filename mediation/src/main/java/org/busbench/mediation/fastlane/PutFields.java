package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.compile.Field;
import org.busbench.mediation.http.HeadEdits;

/**
 * Header fields that were set from one message. Immutable.
 *
 * @param fields in their order, each name once
 */
record PutFields(List<Field> fields) {

    static final PutFields NONE = new PutFields(List.of());

    boolean isEmpty() {
        return fields.isEmpty();
    }

    /** Also this one; without a value the field is left out. */
    PutFields with(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.removeIf(known -> known.name().equalsIgnoreCase(name));
        more.add(new Field(name, value));
        return new PutFields(more);
    }

    /** These changes behind those that are the same for each message; {@code recoded} says that the body is UTF-8 now and was something else. */
    PutFields after(List<Field> fixed, boolean recoded) {
        PutFields all = new PutFields(fixed);
        if (recoded) {
            all = all.with("Content-Type", FastProxy.XML_UTF8);
        }
        for (Field field : fields) {
            all = all.with(field.name(), field.value());
        }
        return all;
    }

    /** These changes to a head behind those that are the same for each message; {@code recoded} says that the body is UTF-8 now and was something else. */
    HeadEdits after(HeadEdits fixed, boolean recoded) {
        HeadEdits edits = recoded ? fixed.set("Content-Type", FastProxy.XML_UTF8) : fixed;
        for (Field field : fields) {
            edits = field.value() == null
                    ? edits.remove(field.name())
                    : edits.set(field.name(), field.value().strip());
        }
        return edits;
    }
}
