package org.busbench.reports.page;

import java.util.List;
import org.busbench.reports.analysis.AddedLatency;
import org.busbench.reports.analysis.ProbeLatency;

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

    static List<ProbeView> of(List<ProbeLatency> probes, Palette palette) {
        return probes.stream().map(probe -> of(probe, palette)).toList();
    }

    private static ProbeView of(ProbeLatency probe, Palette palette) {
        String adapter = probe.cell().adapter().name();
        long perTrial = probe.sent() / probe.cell().measuredTrials();
        return new ProbeView(
                adapter,
                palette.of(adapter),
                probe.cell().comparison().scenario(),
                probe.cell().comparison().payload(),
                Format.scenario(probe.cell().comparison().scenario()) + ", "
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

    /** Of so few requests that none lies above it a percentile is the longest by another name. */
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
