package org.busbench.mediation.compile;

import java.util.Set;

/**
 * What Axis2 reads and writes beside the usual formats.
 *
 * @param written content types for which it got a formatter
 * @param readsJson whether JSON becomes an envelope by {@code JsonReader}
 * @param writesJson whether an envelope becomes JSON by {@code JsonWriter}
 */
public record Formats(Set<String> written, boolean readsJson, boolean writesJson) {

    /** The content type of JSON. */
    public static final String JSON = "application/json";

    public Formats {
        written = Set.copyOf(written);
    }
}
