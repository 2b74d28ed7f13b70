package org.busbench.reports.analysis;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.busbench.record.Latency;
import org.busbench.record.ProcessUse;
import org.busbench.record.Processes;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Median;

/**
 * The figures of a cell: medians over its measured trials, each figure for itself.
 *
 * @param goodputPerSecond verified responses per second
 * @param latencyMicros p50, p90, p99 and p99.9
 */
public record Figures(double goodputPerSecond, Percentiles latencyMicros, Cpu cpuMicrosPerMessage) {

    /**
     * Latency in microseconds.
     *
     * @param p90 90th percentile
     * @param p99 99th percentile; null where a trial had fewer than 1,000 responses
     * @param p999 99.9th percentile; null where a trial had fewer than 10,000 responses
     */
    public record Percentiles(double p50, double p90, Double p99, Double p999) {

        /** Medians, each percentile for itself, of trials with at least so many responses. */
        static Percentiles of(List<Latency> latencies, long fewest) {
            return new Percentiles(
                    Median.of(latencies, Latency::p50),
                    Median.of(latencies, Latency::p90),
                    Latency.tells(99, fewest) ? (Double) Median.of(latencies, Latency::p99) : null,
                    Latency.tells(99.9, fewest) ? (Double) Median.of(latencies, Latency::p999) : null);
        }

        /** What the probes of these trials saw; empty without one in each. */
        static Optional<Percentiles> ofProbes(List<Trial> measured) {
            if (measured.isEmpty() || !measured.stream().allMatch(Trial::hasProbe)) {
                return Optional.empty();
            }
            return Optional.of(of(
                    measured.stream()
                            .map(trial -> trial.probe().latencyMicros())
                            .toList(),
                    measured.stream()
                            .mapToLong(trial -> trial.probe().verified())
                            .min()
                            .orElseThrow()));
        }
    }

    /**
     * CPU time per verified response in microseconds; null for a party that does not exist or was not measured in every
     * trial.
     */
    public record Cpu(Double mediator, Double backend, Double injector) {}

    static Figures of(List<Trial> measured) {
        return new Figures(
                Median.of(measured, trial -> trial.result().goodputPerSecond()),
                Percentiles.of(
                        measured.stream()
                                .map(trial -> trial.result().latencyMicros())
                                .toList(),
                        measured.stream()
                                .mapToLong(trial -> trial.result().verified())
                                .min()
                                .orElse(0)),
                new Cpu(
                        cpu(measured, Processes::mediator),
                        cpu(measured, Processes::backend),
                        cpu(measured, Processes::injector)));
    }

    private static Double cpu(List<Trial> trials, Function<Processes, ProcessUse> party) {
        List<ProcessUse> uses = trials.stream()
                .map(trial -> trial.use().processes())
                .map(party)
                .filter(use -> use != null && use.cpuMicrosPerMessage() != null)
                .toList();
        return uses.size() < trials.size() ? null : (Double) Median.of(uses, ProcessUse::cpuMicrosPerMessage);
    }
}
