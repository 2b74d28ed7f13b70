package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How long one step of a run took: a line of {@code steps.jsonl}. The lines of a run follow each other without a gap, so
 * that their seconds add up to its duration. Later estimates learn from them; no figure follows from them.
 *
 * @param kind its label
 * @param adapter its name; null for a step of the run itself
 * @param asked how much of it was asked for: seconds of load of a trial, seconds of a suite's primer, scenarios of an audit or
 *     a verification; 1 for what is all or nothing
 * @param seconds how long it took
 */
public record Step(@JsonProperty("step") String kind, String adapter, double asked, double seconds) {

    /** Refuses a step without a kind. */
    public Step {
        Required.text(kind, "step");
    }
}
