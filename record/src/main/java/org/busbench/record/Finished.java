package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/** {@code finished.json}: how a run ended, and what its files hold. A run without it was killed, or still goes on. */
public record Finished(
        String finishedAt,
        String outcome,
        int exitCode,
        Integer trials,
        String lastTrialSha256,
        String verificationsSha256,
        @JsonInclude(Include.NON_NULL) String calibrationSha256,
        @JsonInclude(Include.NON_NULL) String paritySha256) {

    public Finished {
        Required.text(finishedAt, "finishedAt");
        if (!Required.text(outcome, "outcome").matches("complete|interrupted|failed")) {
            throw new IllegalArgumentException("'outcome' must be complete, interrupted or failed, not " + outcome);
        }
    }
}
