package org.busbench.harness.run;

import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.plan.Plan;
import org.busbench.record.Trial;

/**
 * How a run ended and what it left.
 *
 * @param plan what was meant to be measured
 * @param trials what was recorded
 * @param outcome as in {@code finished.json}
 * @param fault why it ended early, one line; null when it did not
 */
public record RunResult(Path directory, Plan plan, List<Trial> trials, Outcome outcome, String fault) {

    /** How a run can end. */
    public enum Outcome {
        /** Every trial of the plan is recorded, and every cell has its figure or was declared not served. */
        COMPLETE(0, "complete"),
        /** Every trial is recorded, but something failed, or does not serve what its adapter says it does. */
        COMPLETE_WITH_FAILURES(1, "complete"),
        /** The rig failed, or the record could not be written. */
        FAILED(1, "failed"),
        INTERRUPTED(130, "interrupted");

        private final int exitCode;
        private final String label;

        Outcome(int exitCode, String label) {
            this.exitCode = exitCode;
            this.label = label;
        }

        /** The command's exit code: 0, 1 or 130. */
        public int exitCode() {
            return exitCode;
        }

        /** The name in the record. Returns {@code complete}, {@code failed} or {@code interrupted}. */
        public String label() {
            return label;
        }
    }

    public RunResult {
        trials = List.copyOf(trials);
    }
}
