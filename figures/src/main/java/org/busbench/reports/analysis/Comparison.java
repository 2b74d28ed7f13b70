package org.busbench.reports.analysis;

import org.busbench.record.Load;
import org.busbench.record.Trial;

/**
 * What must be equal before two adapters may be compared.
 *
 * @param ratePerSecond intended requests per second of an open model; null for a closed one
 */
public record Comparison(String scenario, String payload, int concurrency, Double ratePerSecond) {

    /** Where a trial belongs. */
    public static Comparison of(Trial trial) {
        boolean open = trial.load().model() == Load.Model.OPEN;
        return new Comparison(
                trial.scenario(),
                trial.payload(),
                trial.concurrency(),
                open ? trial.load().ratePerSecond() : null);
    }

    /** Whether requests are sent at a rate, whatever the answers do. */
    public boolean open() {
        return ratePerSecond != null;
    }

    /** How load was put on, in the words of the command line, for example {@code c=20}, or {@code 500/s}. */
    public String level() {
        return open() ? Math.round(ratePerSecond) + "/s" : "c=" + concurrency;
    }

    /** All of it in one line, for example {@code cbr 10K c=20}. */
    public String words() {
        return scenario + " " + payload + " " + level();
    }
}
