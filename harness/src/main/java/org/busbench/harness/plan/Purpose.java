package org.busbench.harness.plan;

/** Why a trial is made. Only trials of one purpose are set against each other. */
public enum Purpose {
    /** It is one of a block's, in which adapters are compared. */
    COMPARISON("comparison"),
    /** It costs CPU time at the one rate that all adapters of its scenario and size get. */
    FIXED_RATE("fixed-rate"),
    /** It tries a rate in the search for the highest one under a bound of latency. */
    FRONTIER("frontier");

    private final String label;

    Purpose(String label) {
        this.label = label;
    }

    /**
     * The name in the record.
     *
     * @return for example {@code fixed-rate}
     */
    public String label() {
        return label;
    }
}
