package org.busbench.harness.plan;

/**
 * What one figure is about.
 *
 * @param comparison everything else
 */
public record Cell(String adapter, Comparison comparison) {

    public String scenario() {
        return comparison.scenario();
    }

    public String payload() {
        return comparison.payload();
    }

    /** Simultaneous clients; of an open model the connections that carry it. */
    public int concurrency() {
        return comparison.concurrency();
    }
}
