package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.busbench.record.Ramp;
import org.busbench.record.RampFigures;
import org.busbench.record.RampSeries;
import org.busbench.record.RampSuite.Condition;
import org.busbench.record.RampSuite.Injector;
import org.busbench.reports.analysis.Repetition.Answer;
import org.busbench.reports.page.Document.ScriptText;
import org.busbench.reports.results.Fields;
import org.busbench.reports.results.RampResults;
import org.busbench.reports.results.RampResults.Cell;
import org.busbench.reports.results.RampResults.Finding;
import org.busbench.reports.results.RampResults.Limit;
import org.busbench.reports.results.RampResults.Range;

/** The page of a run of ramps: claims, charts over time, and what limited each injector. Without scripts it has its tables. */
public final class RampPage {
    private static final int SERIES = 8;

    /** A curve of a chart: rows of second, answers a second, waiting, threads, milliseconds of collections a second. */
    private record Curve(int to, String injector, int repeat, List<double[]> points) {}

    private RampPage() {}

    /** Draws the page of a run directory, where the logs lie. */
    public static String of(Path folder, RampResults results) {
        String charts = Document.charts();
        String script = Document.script("ramps.js");
        Map<String, Object> view = Document.view();
        view.putAll(Fields.of(
                "results", results,
                "headline", headline(results),
                "started", Format.time(results.startedAt()),
                "unfinished", results.finishedAt() == null,
                "machine", results.host().logicalCpus() + " × " + results.host().cpu(),
                "ramp", Format.number(results.rampSeconds()),
                "injectors", looks(results),
                "claims", each(results.claims(), RampPage::claim),
                "claimed", !results.claims().isEmpty(),
                "rates", each(results.rates(), to -> rate(results, to)),
                "data", data(folder, results),
                "licences", Page.licences(),
                "charts", charts,
                "script", script,
                "policy",
                        Document.WITHOUT_SCRIPTS + "; script-src " + ScriptText.hash(charts) + " "
                                + ScriptText.hash(script)));
        return Document.of("ramps", view);
    }

    private static String headline(RampResults results) {
        long confirmed = count(results, Answer.CONFIRMED);
        long refuted = count(results, Answer.REFUTED);
        return results.claims().isEmpty()
                ? "How far each injector keeps up"
                : "Of " + results.claims().size() + " claims " + confirmed + " confirmed, " + refuted + " refuted, "
                        + count(results, Answer.OPEN) + " open, " + count(results, Answer.CANNOT_BE_TOLD)
                        + " not to be told here";
    }

    private static long count(RampResults results, Answer answer) {
        return results.claims().stream()
                .filter(claim -> claim.answer() == answer)
                .count();
    }

    /** The injectors, each with the class of its colour. */
    private static List<Map<String, Object>> looks(RampResults results) {
        List<Map<String, Object>> looks = new ArrayList<>();
        for (Injector injector : results.injectors()) {
            looks.add(Fields.of(
                    "name", injector.name(),
                    "title", injector.title(),
                    "look", looks.size() < SERIES ? "series-" + (looks.size() + 1) : "series-control"));
        }
        return looks;
    }

    private static Map<String, Object> claim(RampResults.Answered answered) {
        return Fields.of(
                "claim", answered.claim(),
                "answer", answered.answer().words(),
                "mark",
                        switch (answered.answer()) {
                            case CONFIRMED -> "good";
                            case REFUTED -> "bad";
                            default -> "";
                        },
                "reason", answered.reason(),
                "findings", each(answered.findings(), RampPage::finding));
    }

    private static Map<String, Object> finding(Finding finding) {
        Condition condition = finding.condition();
        String unit = condition.against() == null
                ? " " + RampFigures.unit(condition.figure())
                : " times that of " + condition.against();
        String values = finding.values().stream().map(Format::number).collect(Collectors.joining(", "));
        return Fields.of(
                "found", (values.isEmpty() ? "–" : values) + unit,
                "claimed",
                        condition.of() + " to " + Format.count(condition.to()) + ", " + condition.figure()
                                + ": claimed " + condition.is().key().replace('-', ' ') + " "
                                + Format.number(condition.value()));
    }

    /** A rate: its charts and its rows. */
    private static Map<String, Object> rate(RampResults results, int to) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Map<String, Object> look : looks(results)) {
            results.cell((String) look.get("name"), to).ifPresent(cell -> rows.add(row(cell, look)));
        }
        return Fields.of("to", to, "title", "From 1 to " + Format.count(to) + " requests a second", "rows", rows);
    }

    /** An injector on its way to a rate. */
    private static Map<String, Object> row(Cell cell, Map<String, Object> look) {
        double errors = cell.figure(figures -> figures.wrong() + figures.failed())
                .map(Range::most)
                .orElse(0.0);
        Optional<Range> held = Optional.ofNullable(cell.held());
        String longest = cell.figure(RampFigures::longestGcMillis)
                .map(range -> Format.number(range.median()))
                .orElse("–");
        return Fields.of(
                "name", look.get("name"),
                "look", look.get("look"),
                "held", shown(held),
                "mark", cell.limit() == Limit.NONE ? "good" : "bad",
                "exact", held.map(range -> Double.toString(range.median())),
                "peak", shown(cell, RampFigures::peak),
                "deviation",
                        cell.figure(RampFigures::deviation)
                                .map(range -> Format.percent(range.median()))
                                .orElse("–"),
                "waiting", shown(cell, RampFigures::mostWaiting),
                "cpu", shown(cell, RampFigures::cpuMicros),
                "server", shown(cell, RampFigures::serverCpuMicros),
                "threads", shown(cell, RampFigures::mostThreads),
                "collections",
                        cell.figure(RampFigures::gcMillis)
                                .map(range -> Format.number(range.median()) + " (" + longest + ")")
                                .orElse("–"),
                "call", shown(cell, RampFigures::callMicros),
                "errors", Format.count(Math.round(errors)),
                "why", cell.why());
    }

    private static String shown(Cell cell, ToDoubleFunction<RampFigures> figure) {
        return shown(cell.figure(figure));
    }

    private static String shown(Optional<Range> range) {
        return range.map(found -> found.least() == found.most()
                        ? whole(found.median())
                        : whole(found.median()) + " (" + whole(found.least()) + " to " + whole(found.most()) + ")")
                .orElse("–");
    }

    private static String whole(double value) {
        return value < 100 ? String.format(Locale.ROOT, "%.1f", value) : Format.count(Math.round(value));
    }

    private static String data(Path folder, RampResults results) {
        List<Curve> curves = new ArrayList<>();
        for (Cell cell : results.cells()) {
            for (Ramp ramp : cell.ramps()) {
                if (ramp.figures() != null) {
                    curves.add(curve(ramp, RampResults.series(folder, ramp, results.rampSeconds())));
                }
            }
        }
        try {
            return ScriptText.json(new ObjectMapper()
                    .writeValueAsString(Map.of(
                            "seconds", results.rampSeconds(),
                            "looks", looks(results),
                            "curves", curves)));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Curve curve(Ramp ramp, RampSeries series) {
        long begin = ramp.figures().beginMillis();
        List<double[]> points = new ArrayList<>();
        RampSeries.Row before = null;
        for (RampSeries.Row row : series.injector()) {
            double second = (row.millis() - begin) / 1000.0;
            if (second >= 0 && before != null && row.millis() > before.millis()) {
                double length = (row.millis() - before.millis()) / 1000.0;
                points.add(new double[] {
                    rounded(second, 100),
                    rounded((row.verified() - before.verified()) / length, 1),
                    Math.max(0, Math.round(series.dueAt(second) - row.finished())),
                    row.threads(),
                    rounded((row.gcMillis() - before.gcMillis()) / length, 1)
                });
            }
            before = row;
        }
        return new Curve(ramp.to(), ramp.injector(), ramp.repeat(), points);
    }

    private static double rounded(double value, double parts) {
        return Math.round(value * parts) / parts;
    }
}
