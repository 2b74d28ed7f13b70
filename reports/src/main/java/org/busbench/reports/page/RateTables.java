package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.busbench.record.Role;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.AddedLatency;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.Frontier;
import org.busbench.reports.analysis.ProbeLatency;

/** The tables of rates: the highest ones under bounds of latency, CPU time at one rate, and the probe's findings. */
final class RateTables {

    private RateTables() {}

    /** The frontiers of one scenario and size: a group of bars for each bound. */
    record FrontierView(String title, String scenario, String payload, List<Bound> bounds) {

        /**
         * One bound of latency.
         *
         * @param bars one for each adapter, the highest rate first
         */
        record Bound(String title, String millis, List<Bar> bars) {}

        /**
         * One adapter under a bound.
         *
         * @param control whether it is one
         * @param held whether there is a rate
         * @param width of the bar, a percentage of the longest
         * @param sure whether both ends of the bracket stood a second trial
         */
        record Bar(
                String adapter,
                String look,
                boolean control,
                boolean held,
                String width,
                String figure,
                String exact,
                String detail,
                boolean sure,
                String missing) {}

        static List<FrontierView> of(List<Frontier> frontiers, Suite suite, Palette palette) {
            Map<List<String>, List<Frontier>> jobs = new LinkedHashMap<>();
            frontiers.forEach(frontier -> jobs.computeIfAbsent(
                            List.of(frontier.scenario(), frontier.payload()), key -> new ArrayList<>())
                    .add(frontier));
            return jobs.entrySet().stream()
                    .map(job -> view(job.getKey(), job.getValue(), suite, palette))
                    .toList();
        }

        private static FrontierView view(List<String> job, List<Frontier> frontiers, Suite suite, Palette palette) {
            double longest = frontiers.stream()
                    .mapToDouble(frontier -> frontier.ratePerSecond().orElse(0.0))
                    .max()
                    .orElse(0);
            Map<Double, List<Frontier>> byBound = new LinkedHashMap<>();
            frontiers.forEach(frontier -> byBound.computeIfAbsent(frontier.boundMillis(), key -> new ArrayList<>())
                    .add(frontier));
            List<Bound> bounds = new ArrayList<>();
            byBound.forEach((millis, own) -> bounds.add(new Bound(
                    "p99 within " + Format.number(millis) + " ms",
                    Double.toString(millis),
                    own.stream()
                            .sorted((a, b) -> Double.compare(
                                    b.ratePerSecond().orElse(-1.0),
                                    a.ratePerSecond().orElse(-1.0)))
                            .map(frontier -> bar(frontier, longest, palette))
                            .toList())));
            return new FrontierView(
                    Format.scenario(suite, job.get(0)) + ", " + Format.payload(job.get(1)),
                    job.get(0),
                    job.get(1),
                    bounds);
        }

        private static Bar bar(Frontier frontier, double longest, Palette palette) {
            double rate = frontier.ratePerSecond().orElse(0.0);
            String missed = frontier.missedPerSecond()
                    .map(value -> "not held at " + Format.number(value) + "/s")
                    .orElse("no rate was missed");
            String reached = frontier.p99Micros()
                    .map(micros -> String.format(Locale.ROOT, "p99 %.2f ms at this rate; ", micros / 1000))
                    .orElse("");
            return new Bar(
                    frontier.adapter().name(),
                    palette.of(frontier.adapter().name()),
                    frontier.adapter().role() == Role.CONTROL,
                    frontier.ratePerSecond().isPresent(),
                    String.format(Locale.ROOT, "%.2f", longest > 0 ? rate / longest * 100 : 0),
                    Format.number(rate),
                    Double.toString(rate),
                    frontier.reason().isEmpty()
                            ? reached + missed + "; " + frontier.trials() + " trials in all"
                            : frontier.reason(),
                    frontier.confirmed(),
                    frontier.reason().isEmpty() ? missed : "not searched");
        }
    }

    /**
     * A row of the table of CPU time at one rate.
     *
     * @param rate requests per second
     * @param cpu CPU-µs per message of the mediator at this rate, with its interval
     * @param exact the same as it follows from the record; empty when there is none
     * @param notMeasured why there is none; empty when there is, or when there is no mediator
     * @param backend CPU-µs per message of the backend
     * @param latency p50 and p99, in ms
     * @param trials how many have figures
     * @param remark why the row is not one of equal load; empty when it is
     */
    record FixedRateView(
            String adapter,
            String look,
            String scenario,
            String payload,
            String where,
            String rate,
            String cpu,
            String exact,
            String notMeasured,
            String peak,
            String backend,
            String latency,
            int trials,
            String remark) {

        static List<FixedRateView> of(List<FixedRateCost> rows, Suite suite, Palette palette) {
            return rows.stream().map(row -> of(row, suite, palette)).toList();
        }

        private static FixedRateView of(FixedRateCost row, Suite suite, Palette palette) {
            Optional<Figures> figures = row.figures();
            Optional<Double> cpu =
                    figures.map(found -> found.cpuMicrosPerMessage().mediator());
            return new FixedRateView(
                    row.adapter().name(),
                    palette.of(row.adapter().name()),
                    row.scenario(),
                    row.payload(),
                    Format.scenario(suite, row.scenario()) + ", " + Format.payload(row.payload()),
                    Format.number(row.ratePerSecond()),
                    cpu.map(Format::number).orElse(row.notMeasured().isPresent() ? "not measured" : "–")
                            + row.cpu()
                                    .map(found -> " (" + Format.interval(found) + ")")
                                    .orElse(""),
                    cpu.map(Object::toString).orElse(""),
                    row.notMeasured().orElse(""),
                    row.cpuAtPeak().map(Format::number).orElse("–"),
                    figures.map(found -> found.cpuMicrosPerMessage().backend())
                            .map(Format::number)
                            .orElse("–"),
                    figures.map(found -> Format.millis(found.latencyMicros().p50(), 1) + " / "
                                    + Format.millis(found.latencyMicros().p99(), 1))
                            .orElse("–"),
                    row.trials(),
                    remark(row));
        }

        private static String remark(FixedRateCost row) {
            if (row.trials() == 0) {
                return "no figures";
            }
            return row.behind() == 0 ? "" : "fell behind in " + row.behind() + " of " + row.trials() + " trials";
        }
    }

    /**
     * A row of the table of what the probe saw. Times are in microseconds.
     *
     * @param rate requests per second
     * @param times p50, p90, p99, p99.9 and the longest
     * @param addedMedian over direct; a dash without one
     * @param addedP99 over direct; a dash without one
     * @param requests sent, and how many of them failed
     */
    record ProbeView(
            String adapter,
            String look,
            String scenario,
            String payload,
            String where,
            String rate,
            List<Time> times,
            String addedMedian,
            String addedP99,
            String requests) {

        /** One figure. */
        record Time(String key, String exact, String text) {}

        private static final double P99 = 0.99;
        private static final double P999 = 0.999;

        static List<ProbeView> of(List<ProbeLatency> probes, Suite suite, Palette palette) {
            return probes.stream().map(probe -> of(probe, suite, palette)).toList();
        }

        private static ProbeView of(ProbeLatency probe, Suite suite, Palette palette) {
            String adapter = probe.cell().adapter().name();
            long perTrial = probe.sent() / probe.cell().measuredTrials();
            return new ProbeView(
                    adapter,
                    palette.of(adapter),
                    probe.cell().comparison().scenario(),
                    probe.cell().comparison().payload(),
                    Format.scenario(suite, probe.cell().comparison().scenario()) + ", "
                            + Format.payload(probe.cell().comparison().payload()) + ", "
                            + Format.level(probe.cell().comparison()),
                    Format.number(probe.ratePerSecond()),
                    List.of(
                            time("p50", probe.percentiles().p50(), true),
                            time("p90", probe.percentiles().p90(), true),
                            time("p99", probe.percentiles().p99(), tells(P99, perTrial)),
                            time("p999", probe.percentiles().p999(), tells(P999, perTrial)),
                            time("max", probe.maxMicros(), true)),
                    probe.added()
                            .map(AddedLatency::p50Micros)
                            .map(ProbeView::micros)
                            .orElse("–"),
                    probe.added()
                            .filter(added -> tells(P99, perTrial))
                            .map(AddedLatency::p99Micros)
                            .map(ProbeView::micros)
                            .orElse("–"),
                    Format.count(probe.sent())
                            + (probe.errors() == 0 ? "" : ", " + Format.count(probe.errors()) + " failed"));
        }

        /** Whether enough requests lie above a percentile. With fewer, it is just the longest latency. */
        private static boolean tells(double quantile, long requests) {
            return Math.round(requests * (1 - quantile) * 1e6) >= 1e6;
        }

        private static Time time(String key, double micros, boolean told) {
            return new Time(key, Double.toString(micros), told ? micros(micros) : "–");
        }

        private static String micros(double micros) {
            String text = Format.number(Math.rint(micros));
            return text.equals("-0") ? "0" : text;
        }
    }
}
