package org.busbench.reports.analysis;

import java.util.List;
import org.busbench.record.Load;
import org.busbench.record.Trial;

/**
 * What must be equal before two adapters may be compared.
 *
 * @param ratePerSecond intended requests per second of an open model; null for a closed one
 * @param cells those over which the mean is taken; empty for a single one. The scenario of a mean says how many they are, payload
 *     and concurrency are empty
 */
public record Comparison(
        String scenario, String payload, int concurrency, Double ratePerSecond, List<Comparison> cells) {

    public Comparison {
        cells = List.copyOf(cells);
    }

    public Comparison(String scenario, String payload, int concurrency, Double ratePerSecond) {
        this(scenario, payload, concurrency, ratePerSecond, List.of());
    }

    /** The mean over several. */
    static Comparison over(List<Comparison> cells) {
        return new Comparison("mean of " + cells.size() + " cells", "", 0, null, cells);
    }

    /** Whether it is the mean over several. */
    public boolean isMean() {
        return !cells.isEmpty();
    }

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
        return isMean() ? "" : open() ? Math.round(ratePerSecond) + "/s" : "c=" + concurrency;
    }

    /** All of it in one line, for example {@code cbr 10K c=20}, or {@code mean of 10 cells}. */
    public String words() {
        return isMean() ? scenario : scenario + " " + payload + " " + level();
    }
}
