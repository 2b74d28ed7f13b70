package org.busbench.reports.compare;

import org.busbench.reports.analysis.CellOutcome;
import org.busbench.reports.analysis.Comparison;

/**
 * A cell that has figures in one run and none in the other.
 *
 * @param comparison where
 * @param adapter who
 * @param before what was known of it in the first run
 * @param after what is known in the second
 * @param reason why one of them has no figures
 */
public record Transition(Comparison comparison, String adapter, CellOutcome before, CellOutcome after, String reason) {

    /**
     * Whether something was lost.
     *
     * @return true when the second run has no figures
     */
    public boolean lost() {
        return before == CellOutcome.MEASURED;
    }
}
