package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** The role of an adapter in a comparison. */
public enum Role {
    /** A system under test. */
    @JsonProperty("mediator")
    MEDIATOR,
    /** A system that does no mediation and brackets the others. */
    @JsonProperty("control")
    CONTROL;

    /** The word in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
