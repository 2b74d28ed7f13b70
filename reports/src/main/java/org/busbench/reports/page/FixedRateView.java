package org.busbench.reports.page;

import java.util.List;
import java.util.Optional;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.FixedRateCost;

/**
 * A row of the table of CPU time at one rate.
 *
 * @param rate requests per second
 * @param cpu CPU-µs per message of the mediator at this rate, with its interval
 * @param exact the same as it follows from the record; empty when there is none
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
        String peak,
        String backend,
        String latency,
        int trials,
        String remark) {

    static List<FixedRateView> of(List<FixedRateCost> rows, Palette palette) {
        return rows.stream().map(row -> of(row, palette)).toList();
    }

    private static FixedRateView of(FixedRateCost row, Palette palette) {
        Optional<Figures> figures = row.figures();
        Optional<Double> cpu = figures.map(found -> found.cpuMicrosPerMessage().mediator());
        return new FixedRateView(
                row.adapter().name(),
                palette.of(row.adapter().name()),
                row.scenario(),
                row.payload(),
                Format.scenario(row.scenario()) + ", " + Format.payload(row.payload()),
                Format.number(row.ratePerSecond()),
                cpu.map(Format::number).orElse("–")
                        + row.cpu()
                                .map(found -> " (" + Format.interval(found) + ")")
                                .orElse(""),
                cpu.map(Object::toString).orElse(""),
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
