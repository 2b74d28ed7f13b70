package org.busbench.reports.analysis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.busbench.record.Latency;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.MedianInterval;

/**
 * Latency that an adapter adds to {@code direct}: the difference within each block, then its median. Where both had a
 * probe it is the probe's, which no coordinated omission touches; else the injector's.
 *
 * @param p50Interval of that; empty with one block
 * @param p99Micros of the 99th percentiles; null where a trial had fewer than 1,000 responses
 * @param p99Interval of that; empty with one block and without that
 * @param byProbe whether it was seen by the probe
 */
public record AddedLatency(
        double p50Micros,
        Optional<Interval> p50Interval,
        Double p99Micros,
        Optional<Interval> p99Interval,
        boolean byProbe) {

    static Optional<AddedLatency> of(List<Trial> trials, List<Trial> direct, long seed) {
        Map<Integer, Trial> own = byBlock(trials);
        Map<Integer, Trial> other = byBlock(direct);
        own.keySet().retainAll(other.keySet());
        if (own.isEmpty()) {
            return Optional.empty();
        }
        boolean byProbe = own.keySet().stream()
                .allMatch(block -> own.get(block).hasProbe() && other.get(block).hasProbe());
        double[] p50 = differences(own, other, byProbe, Latency::p50);
        double[] p99 = differences(own, other, byProbe, Latency::p99);
        boolean told = own.keySet().stream()
                .flatMap(block -> Stream.of(own.get(block), other.get(block)))
                .allMatch(trial -> Latency.tells(
                        99, byProbe ? trial.probe().verified() : trial.result().verified()));
        return Optional.of(new AddedLatency(
                Median.of(p50),
                MedianInterval.of(p50, seed),
                told ? (Double) Median.of(p99) : null,
                told ? MedianInterval.of(p99, seed) : Optional.empty(),
                byProbe));
    }

    private static Map<Integer, Trial> byBlock(List<Trial> trials) {
        Map<Integer, Trial> blocks = new TreeMap<>();
        trials.stream().filter(Trial::measured).forEach(trial -> blocks.put(trial.block(), trial));
        return blocks;
    }

    private static double[] differences(
            Map<Integer, Trial> own, Map<Integer, Trial> other, boolean byProbe, ToDoubleFunction<Latency> figure) {
        return own.keySet().stream()
                .mapToDouble(block -> figure.applyAsDouble(latency(own.get(block), byProbe))
                        - figure.applyAsDouble(latency(other.get(block), byProbe)))
                .toArray();
    }

    private static Latency latency(Trial trial, boolean byProbe) {
        return byProbe ? trial.probe().latencyMicros() : trial.result().latencyMicros();
    }
}
