package org.busbench.record;

/** Whether an adapter does a job, found out before any load: a line of {@code verifications.jsonl}. */
public record Verification(
        String adapter,
        String scenario,
        String sends,
        String payload,
        Outcome outcome,
        String reason,
        String evidence) {

    /** The outcome of a verification. */
    public enum Outcome implements Keyed {
        /** Every answer was the expected one. */
        SERVED,
        /** At least one answer was not, or the adapter says that it cannot do the job. */
        NOT_SERVED;
    }

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
