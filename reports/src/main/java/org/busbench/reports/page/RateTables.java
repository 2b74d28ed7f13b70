package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.record.Role;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.AddedLatency;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.Frontier;
import org.busbench.reports.analysis.ProbeLatency;
import org.busbench.reports.results.Fields;

/** The tables of rates: the highest ones under bounds of latency, CPU time at one rate, and the probe's findings. */
record RateTables(Suite suite, Palette palette) {

    /** For each scenario and size a group of bars for each bound, the highest rate first. */
    List<Map<String, Object>> frontiers(List<Frontier> frontiers) {
        Map<List<String>, List<Frontier>> jobs = frontiers.stream()
                .collect(Collectors.groupingBy(
                        frontier -> List.of(frontier.scenario(), frontier.payload()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return each(List.copyOf(jobs.values()), this::job);
    }

    private Map<String, Object> job(List<Frontier> frontiers) {
        Frontier any = frontiers.get(0);
        double longest = frontiers.stream()
                .mapToDouble(frontier -> frontier.ratePerSecond().orElse(0.0))
                .max()
                .orElse(0);
        Map<Double, List<Frontier>> bounds = frontiers.stream()
                .collect(Collectors.groupingBy(Frontier::boundMillis, LinkedHashMap::new, Collectors.toList()));
        return Fields.of(
                "title", title(any.scenario(), any.payload()),
                "scenario", any.scenario(),
                "payload", any.payload(),
                "bounds", each(List.copyOf(bounds.values()), own -> bound(own, longest)));
    }

    private Map<String, Object> bound(List<Frontier> frontiers, double longest) {
        double millis = frontiers.get(0).boundMillis();
        List<Frontier> falling = frontiers.stream()
                .sorted(Comparator.comparingDouble(
                        frontier -> -frontier.ratePerSecond().orElse(-1.0)))
                .toList();
        return Fields.of(
                "title", "p99 within " + Format.number(millis) + " ms",
                "millis", Double.toString(millis),
                "bars", each(falling, frontier -> bar(frontier, longest)));
    }

    private Map<String, Object> bar(Frontier frontier, double longest) {
        double rate = frontier.ratePerSecond().orElse(0.0);
        String missed = frontier.missedPerSecond()
                .map(value -> "not held at " + Format.number(value) + "/s")
                .orElse("no rate was missed");
        String reached = frontier.p99Micros()
                .map(micros -> String.format(Locale.ROOT, "p99 %.2f ms at this rate; ", micros / 1000))
                .orElse("");
        String adapter = frontier.adapter().name();
        boolean sought = frontier.reason().isEmpty();
        String found = reached + missed + "; " + frontier.trials() + " trials in all";
        return Fields.of(
                "adapter", adapter,
                "look", palette.of(adapter),
                "control", frontier.adapter().role() == Role.CONTROL,
                "held", frontier.ratePerSecond().isPresent(),
                "width", String.format(Locale.ROOT, "%.2f", longest > 0 ? rate / longest * 100 : 0),
                "figure", Format.number(rate),
                "exact", Double.toString(rate),
                "detail", sought ? found : frontier.reason(),
                "sure", frontier.confirmed(),
                "missing", sought ? missed : "not searched");
    }

    private String title(String scenario, String payload) {
        return Format.scenario(suite, scenario) + ", " + Format.payload(payload);
    }

    /** A row of the table of CPU time at one rate: the mediator's figure with its interval, and the remark where loads differ. */
    Map<String, Object> fixedRate(FixedRateCost row) {
        Optional<Figures> figures = row.figures();
        Optional<Double> cpu = figures.map(found -> found.cpuMicrosPerMessage().mediator());
        String none = row.notMeasured().isPresent() ? "not measured" : "–";
        return Fields.of(
                "row", row,
                "look", palette.of(row.adapter().name()),
                "where", title(row.scenario(), row.payload()),
                "rate", Format.number(row.ratePerSecond()),
                "cpu",
                        cpu.map(Format::number).orElse(none)
                                + row.cpu()
                                        .map(found -> " (" + Format.interval(found) + ")")
                                        .orElse(""),
                "exact", cpu.map(Object::toString),
                "notMeasured", row.notMeasured(),
                "peak", row.cpuAtPeak().map(Format::number).orElse("–"),
                "backend",
                        figures.map(found -> found.cpuMicrosPerMessage().backend())
                                .map(Format::number)
                                .orElse("–"),
                "latency",
                        figures.map(Figures::latencyMicros)
                                .map(found -> Format.millis(found.p50(), 1) + " / "
                                        + (found.p99() == null ? "–" : Format.millis(found.p99(), 1)))
                                .orElse("–"),
                "remark", remark(row));
    }

    private static String remark(FixedRateCost row) {
        if (row.trials() == 0) {
            return "no figures";
        }
        return row.behind() == 0 ? "" : "fell behind in " + row.behind() + " of " + row.trials() + " trials";
    }

    /** A row of the table of what the probe saw, in microseconds. */
    Map<String, Object> probe(ProbeLatency probe) {
        Comparison comparison = probe.cell().comparison();
        Figures.Percentiles percentiles = probe.percentiles();
        return Fields.of(
                "cell", probe.cell(),
                "look", palette.of(probe.cell().adapter().name()),
                "where", title(comparison.scenario(), comparison.payload()) + ", " + Format.level(comparison),
                "rate", Format.number(probe.ratePerSecond()),
                "times",
                        List.of(
                                Time.of("p50", percentiles.p50()),
                                Time.of("p90", percentiles.p90()),
                                Time.of("p99", percentiles.p99()),
                                Time.of("p999", percentiles.p999()),
                                Time.of("max", probe.maxMicros())),
                "addedMedian", micros(probe.added().map(AddedLatency::p50Micros)),
                "addedP99", micros(probe.added().map(AddedLatency::p99Micros)),
                "requests",
                        Format.count(probe.sent())
                                + (probe.errors() == 0 ? "" : ", " + Format.count(probe.errors()) + " failed"));
    }

    private record Time(String key, String exact, String text) {
        static Time of(String key, Double micros) {
            return new Time(key, micros == null ? "" : micros.toString(), micros(Optional.ofNullable(micros)));
        }
    }

    private static String micros(Optional<Double> micros) {
        return micros.map(Math::rint)
                .map(Format::number)
                .map(text -> text.equals("-0") ? "0" : text)
                .orElse("–");
    }
}
