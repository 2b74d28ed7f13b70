package org.busbench.reports.analysis;

/** What is known of a cell. */
public enum CellOutcome {
    /** At least one trial has figures. */
    MEASURED,
    /** The adapter does not do this job, or not without errors. */
    NOT_SERVED,
    /** Every trial broke off. */
    FAILED,
    /** The run ended before it came to this cell. */
    NOT_REACHED
}
