package org.busbench.reports.analysis;

import java.util.Optional;
import org.busbench.reports.run.Adapter;

/**
 * The highest rate of requests that an adapter carried with the 99th percentile of latency within a bound, as sought by
 * trial and error. A trial holds a rate when nothing failed, at least 99 % of the requests that were due were answered in
 * the window, and the 99th percentile, counted from when each was due, is within the bound; a rate is held when it was
 * held in more trials than not.
 *
 * @param connections over how many connections the requests came
 * @param boundMillis of the 99th percentile
 * @param ratePerSecond the highest rate that was held, below which none was missed; empty when there is none
 * @param missedPerSecond the lowest rate that was not held; empty when there is none
 * @param p99Micros the 99th percentile at the rate that was held, the median of the trials that held it; empty without one
 * @param trials how many were made for this adapter, scenario and size, at all bounds
 * @param confirmed whether both rates are at most a tenth apart and stood a second trial
 * @param reason why there is no search to show; empty when there is
 */
public record Frontier(
        Adapter adapter,
        String scenario,
        String payload,
        int connections,
        double boundMillis,
        Optional<Double> ratePerSecond,
        Optional<Double> missedPerSecond,
        Optional<Double> p99Micros,
        int trials,
        boolean confirmed,
        String reason) {

    /** Fewer answers than this share of the requests that were due are not the rate that was asked for. */
    public static final double DELIVERED = 0.99;
}
