package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The role of an adapter in a comparison. */
public enum Role {
    /** A system under test. */
    @JsonProperty("mediator")
    MEDIATOR,
    /** A system that does no mediation and brackets the others. */
    @JsonProperty("control")
    CONTROL
}
