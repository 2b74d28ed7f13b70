package org.busbench.reports.export;

import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.Frontier;
import org.busbench.reports.analysis.ProbeLatency;
import org.busbench.reports.statistics.Interval;

/** What was measured at rates, as {@link Results} writes it. */
final class RateResults {

    private RateResults() {}

    /** What a message costs when all get the same rate. */
    record OneRate(
            String adapter,
            String scenario,
            String payload,
            double ratePerSecond,
            int trials,
            Figures.Percentiles latencyMicros,
            Figures.Cpu cpuMicrosPerMessage,
            Interval mediatorCpuInterval,
            Double mediatorCpuAtPeak,
            int trialsBehind) {

        static OneRate of(FixedRateCost row) {
            return new OneRate(
                    row.adapter().name(),
                    row.scenario(),
                    row.payload(),
                    row.ratePerSecond(),
                    row.trials(),
                    row.figures().map(Figures::latencyMicros).orElse(null),
                    row.figures().map(Figures::cpuMicrosPerMessage).orElse(null),
                    row.cpu().orElse(null),
                    row.cpuAtPeak().orElse(null),
                    row.behind());
        }
    }

    /** The highest rate under a bound of latency. */
    record Search(
            String adapter,
            String scenario,
            String payload,
            int connections,
            double boundMillis,
            Double ratePerSecond,
            Double missedPerSecond,
            Double p99Micros,
            int trials,
            boolean confirmed,
            String reason) {

        static Search of(Frontier frontier) {
            return new Search(
                    frontier.adapter().name(),
                    frontier.scenario(),
                    frontier.payload(),
                    frontier.connections(),
                    frontier.boundMillis(),
                    frontier.ratePerSecond().orElse(null),
                    frontier.missedPerSecond().orElse(null),
                    frontier.p99Micros().orElse(null),
                    frontier.trials(),
                    frontier.confirmed(),
                    frontier.reason());
        }
    }

    /** Latency that the probe saw beside the load. */
    record Probed(
            String adapter,
            String scenario,
            String payload,
            int concurrency,
            double ratePerSecond,
            long sent,
            long errors,
            Figures.Percentiles latencyMicros,
            double maxMicros) {

        static Probed of(ProbeLatency latency) {
            return new Probed(
                    latency.cell().adapter().name(),
                    latency.cell().comparison().scenario(),
                    latency.cell().comparison().payload(),
                    latency.cell().comparison().concurrency(),
                    latency.ratePerSecond(),
                    latency.sent(),
                    latency.errors(),
                    latency.percentiles(),
                    latency.maxMicros());
        }
    }
}
