package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A line of {@code trials.jsonl}. Its parts are for us alone: in the file their components stand side by side. A figure
 * that is not known is null or left out.
 *
 * @param schema {@link #SCHEMA}
 * @param run id of the run
 * @param subject what it is about
 * @param conditions under what it ran
 * @param result what came out
 * @param proof what speaks for the figures
 * @param use what it cost
 * @param probe latency beside the load; null when no probe ran
 * @param evidence folder of raw data, relative to the run directory; null when there is none
 * @param evidenceSha256 of the manifest in that folder; null when there is none
 */
public record TrialRecord(
        String schema,
        @JsonInclude(Include.NON_NULL) String run,
        @JsonUnwrapped Subject subject,
        @JsonUnwrapped Conditions conditions,
        @JsonUnwrapped Result result,
        @JsonUnwrapped Proof proof,
        @JsonUnwrapped Use use,
        @JsonInclude(Include.NON_NULL) ProbeRecord probe,
        String evidence,
        @JsonInclude(Include.NON_NULL) String evidenceSha256) {

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/trial/1";

    /**
     * Whether it has figures.
     *
     * @return true when the outcome is {@code measured}
     */
    public boolean measured() {
        return result.goodputPerSecond() != null;
    }
}
