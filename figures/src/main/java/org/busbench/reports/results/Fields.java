package org.busbench.reports.results;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.busbench.record.Keyed;

/** Named values in their order: an object of an export, or what a template shows. */
public final class Fields {
    private Fields() {}

    /**
     * Takes names and values in turn. What is not known is null: an empty {@link Optional}, and a number that is none or not
     * finite, which JSON lacks. An enum stands by its {@link Keyed#of word}.
     */
    public static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], plain(namesAndValues[i + 1]));
        }
        return Collections.unmodifiableMap(fields);
    }

    private static Object plain(Object value) {
        if (value instanceof Optional<?> known) {
            return plain(known.orElse(null));
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            return null;
        }
        return value instanceof Enum<?> constant ? Keyed.of(constant) : value;
    }
}
