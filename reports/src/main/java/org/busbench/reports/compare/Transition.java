package org.busbench.reports.compare;

import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Comparison;

/**
 * A cell that has figures in one run and none in the other.
 *
 * @param before what was known of it in the first run
 * @param after what is known in the second
 */
public record Transition(Comparison comparison, String adapter, Status before, Status after, String reason) {

    /** Whether something was lost. */
    public boolean lost() {
        return before == Status.MEASURED;
    }
}
