package org.busbench.harness.adapter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.busbench.harness.text.Template;

/** Something that must be in the work folder before the start. */
public sealed interface WorkFile {
    /** Where it goes, relative to the work folder. */
    String to();

    /**
     * A file or folder that is copied there.
     *
     * @param from where it is: relative to the adapter's folder, or below <code>${project}</code>
     * @param to where it goes
     * @param template whether expressions are replaced inside
     * @param replace plain text to replace inside, and by what; in order
     */
    record Copy(Template from, String to, boolean template, Map<String, Template> replace) implements WorkFile {
        /** Makes the map unchangeable. */
        public Copy {
            replace = Collections.unmodifiableMap(new LinkedHashMap<>(replace));
        }
    }

    /** A folder with nothing in it, which version control would not keep. */
    record EmptyFolder(String to) implements WorkFile {}
}
