package org.busbench.reports.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a verification found. */
public enum VerificationOutcome {
    /** Every answer was the expected one. */
    @JsonProperty("served")
    SERVED,
    /** At least one answer was not, or the adapter says that it cannot do the job. */
    @JsonProperty("not-served")
    NOT_SERVED
}
