package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.compile.Field;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.RequestHead;

/** The fields of a request, for a message of our own that has them too. For the thread of the request's loop. */
final class HeadCopy {

    private HeadCopy() {}

    /** Those that go further than this hop, but for the ones in lower case that are left out, and with the changes. */
    static HeadEdits of(RequestHead request, Set<String> without, List<Field> changes) {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        for (int i = 0; i < request.fieldCount(); i++) {
            String name = request.fieldName(i);
            boolean ours = without.contains(name.toLowerCase(Locale.ROOT))
                    || changes.stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
            if (!request.isDropped(i) && !ours) {
                fields.add(Map.entry(name, request.fieldValue(i)));
            }
        }
        for (Field field : changes) {
            if (field.value() != null) {
                fields.add(Map.entry(field.name(), field.value().strip()));
            }
        }
        return HeadEdits.of(fields);
    }
}
