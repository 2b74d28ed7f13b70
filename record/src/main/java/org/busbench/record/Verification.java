package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Whether an adapter does a job, found out before any load: a line of {@code verifications.jsonl}.
 *
 * @param adapter who was asked
 * @param scenario the job it stands for
 * @param sends the job whose messages it got; null when that is not recorded
 * @param payload name of the message size
 * @param outcome whether it does
 * @param reason why it is not served; where it is, what it does not do all the same, or null
 * @param evidence folder of requests and answers, relative to the run directory; null when there is none
 */
public record Verification(
        String adapter,
        String scenario,
        String sends,
        String payload,
        Outcome outcome,
        String reason,
        String evidence) {

    /** The outcome of a verification. */
    public enum Outcome {
        /** Every answer was the expected one. */
        @JsonProperty("served")
        SERVED("served"),
        /** At least one answer was not, or the adapter says that it cannot do the job. */
        @JsonProperty("not-served")
        NOT_SERVED("not-served");

        private final String key;

        Outcome(String key) {
            this.key = key;
        }

        /** The word used in a record. */
        public String key() {
            return key;
        }
    }

    /** Refuses a verification without identity. */
    public Verification {
        Required.text(adapter, "adapter");
        Required.text(scenario, "scenario");
        Required.text(payload, "payload");
        Required.present(outcome, "outcome");
        Required.path(evidence, "evidence");
        if (outcome == Outcome.NOT_SERVED) {
            Required.text(reason, "reason");
        }
    }

    public boolean served() {
        return outcome == Outcome.SERVED;
    }
}
