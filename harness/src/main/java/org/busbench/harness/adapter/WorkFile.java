package org.busbench.harness.adapter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.busbench.harness.text.Template;

/**
 * A file or folder that is copied to the work folder before the start.
 *
 * @param from where it is: relative to the adapter's folder, or below {@code ${project}}
 * @param to where it goes, relative to the work folder
 * @param template whether {@code ${...}} is replaced inside
 * @param replace plain text to replace inside, and by what; in order
 */
public record WorkFile(Template from, String to, boolean template, Map<String, Template> replace) {
    /** Makes the map unchangeable. */
    public WorkFile {
        replace = Collections.unmodifiableMap(new LinkedHashMap<>(replace));
    }
}
