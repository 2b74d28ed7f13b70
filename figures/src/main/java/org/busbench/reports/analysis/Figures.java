package org.busbench.reports.analysis;

import java.util.List;
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
     * @param p99 99th percentile
     * @param p999 99.9th percentile
     */
    public record Percentiles(double p50, double p90, double p99, double p999) {

        /** Medians, each percentile for itself. */
        static Percentiles of(List<Latency> latencies) {
            return new Percentiles(
                    Median.of(latencies, Latency::p50),
                    Median.of(latencies, Latency::p90),
                    Median.of(latencies, Latency::p99),
                    Median.of(latencies, Latency::p999));
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
                Percentiles.of(measured.stream()
                        .map(trial -> trial.result().latencyMicros())
                        .toList()),
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
