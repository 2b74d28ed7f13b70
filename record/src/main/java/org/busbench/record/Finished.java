package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/**
 * {@code finished.json}: how a run ended, and what its files hold. A run without it was killed, or still goes on.
 *
 * @param finishedAt ISO-8601 instant
 * @param outcome {@code complete}, {@code interrupted} or {@code failed}
 * @param exitCode of the command
 * @param trials lines of {@code trials.jsonl}; null when not recorded
 * @param lastTrialSha256 of the last line's bytes without the line feed, or of {@code run.json} when there is none; null
 *     when not recorded
 * @param verificationsSha256 of {@code verifications.jsonl}; null when not recorded
 * @param calibrationSha256 of {@code calibration.jsonl}; null when there is none
 * @param paritySha256 of {@code parity.jsonl}; null when there is none
 */
public record Finished(
        String finishedAt,
        String outcome,
        int exitCode,
        Integer trials,
        String lastTrialSha256,
        String verificationsSha256,
        @JsonInclude(Include.NON_NULL) String calibrationSha256,
        @JsonInclude(Include.NON_NULL) String paritySha256) {

    /** Refuses an end without time or outcome. */
    public Finished {
        Required.text(finishedAt, "finishedAt");
        if (!Required.text(outcome, "outcome").matches("complete|interrupted|failed")) {
            throw new IllegalArgumentException("'outcome' must be complete, interrupted or failed, not " + outcome);
        }
    }
}
