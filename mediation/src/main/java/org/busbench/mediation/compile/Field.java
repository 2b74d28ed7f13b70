package org.busbench.mediation.compile;

import java.util.Objects;

/**
 * A change to a header field.
 *
 * @param name of the field
 * @param value that takes the place of any it had, or null when the field is removed
 */
public record Field(String name, String value) {

    /** A field has a name. */
    public Field {
        Objects.requireNonNull(name, "name");
    }
}
