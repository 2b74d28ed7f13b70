package org.busbench.harness.reconcile;

/**
 * Where both ends stood while the backend held its answers back, counted from the beginning of the trial. The clients are
 * counted first, so that no answer can be among theirs that was given after that.
 *
 * @param given answers and refusals that may have left the backend
 */
public record HoldSnapshot(long verified, long given) {

    /** Refuses negative counts. */
    public HoldSnapshot {
        if (verified < 0 || given < 0) {
            throw new IllegalArgumentException("counts that cannot be: " + verified + " verified, " + given + " given");
        }
    }

    /** Answers that came before the backend had given them. */
    long early() {
        return Math.max(0, verified - given);
    }
}
