package org.busbench.reports.run;

/**
 * How a run ended: {@code finished.json}.
 *
 * @param finishedAt ISO-8601 instant
 * @param outcome {@code complete}, {@code interrupted} or {@code failed}
 * @param exitCode of the command
 */
public record Finished(String finishedAt, String outcome, int exitCode) {

    /** Refuses an end without time or outcome. */
    public Finished {
        Required.text(finishedAt, "finishedAt");
        if (!Required.text(outcome, "outcome").matches("complete|interrupted|failed")) {
            throw new IllegalArgumentException("'outcome' must be complete, interrupted or failed, not " + outcome);
        }
    }
}
