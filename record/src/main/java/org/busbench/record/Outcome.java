package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a trial ended. */
public enum Outcome {
    /** The trial has figures. */
    @JsonProperty("measured")
    MEASURED("measured"),
    /** The job was not done right, or with too many errors: there is no figure. */
    @JsonProperty("not-served")
    NOT_SERVED("not-served"),
    /** The trial itself broke off: there is no figure. */
    @JsonProperty("failed")
    FAILED("failed");

    private final String key;

    Outcome(String key) {
        this.key = key;
    }

    /**
     * The word used in the run directory.
     *
     * @return for example {@code not-served}
     */
    public String key() {
        return key;
    }
}
