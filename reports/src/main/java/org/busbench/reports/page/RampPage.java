package org.busbench.reports.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.busbench.record.Ramp;
import org.busbench.record.RampFigures;
import org.busbench.record.RampSeries;
import org.busbench.record.RampSuite.Condition;
import org.busbench.record.RampSuite.Injector;
import org.busbench.reports.page.Document.ScriptText;
import org.busbench.reports.results.RampResults;
import org.busbench.reports.results.RampResults.Answer;
import org.busbench.reports.results.RampResults.Cell;
import org.busbench.reports.results.RampResults.Finding;
import org.busbench.reports.results.RampResults.Limit;
import org.busbench.reports.results.RampResults.Range;

/** The page of a run of ramps: claims, charts over time, and what limited each injector. Without scripts it has its tables. */
public final class RampPage {
    private static final int SERIES = 8;

    /** An injector, and the class of its colour. */
    record Look(String name, String title, String look) {}

    /** A claim as the table has it. */
    record ClaimRow(
            String id,
            String text,
            String answer,
            String mark,
            String reason,
            String note,
            List<FindingRow> findings) {}

    /** The finding for a condition. */
    record FindingRow(String found, String claimed) {}

    /** A rate: its charts and its rows. */
    record Rate(String to, String title, List<Row> rows) {}

    /** An injector on its way to a rate. */
    record Row(
            String name,
            String look,
            String held,
            String mark,
            String exact,
            String peak,
            String deviation,
            String waiting,
            String cpu,
            String server,
            String threads,
            String collections,
            String call,
            String errors,
            String why) {}

    /** A curve of a chart: rows of second, answers a second, waiting, threads, milliseconds of collections a second. */
    private record Curve(int to, String injector, int repeat, List<double[]> points) {}

    private RampPage() {}

    /**
     * Draws the page.
     *
     * @param folder the run directory, where the logs lie
     */
    public static String of(Path folder, RampResults results) {
        String charts = Document.charts();
        String script = Document.script("ramps.js");
        Map<String, Object> view = Document.view();
        view.put("id", results.id());
        view.put("suite", results.suite());
        view.put("about", results.about());
        view.put("document", results.document());
        view.put("headline", headline(results));
        view.put("started", Format.time(results.startedAt()));
        view.put("unfinished", results.finishedAt() == null);
        view.put("busbench", results.busbench());
        view.put(
                "machine", results.host().logicalCpus() + " × " + results.host().cpu());
        view.put("ramp", Format.number(results.rampSeconds()));
        view.put("repeats", Integer.toString(results.repeats()));
        view.put("injectors", looks(results));
        view.put("claims", results.claims().stream().map(RampPage::claim).toList());
        view.put("claimed", !results.claims().isEmpty());
        view.put("rates", results.rates().stream().map(to -> rate(results, to)).toList());
        view.put("data", data(folder, results));
        view.put("licences", Page.licences());
        view.put("charts", charts);
        view.put("script", script);
        view.put(
                "policy",
                Document.WITHOUT_SCRIPTS + "; script-src " + ScriptText.hash(charts) + " " + ScriptText.hash(script));
        return Document.of("ramps", view);
    }

    private static String headline(RampResults results) {
        long confirmed = count(results, Answer.CONFIRMED);
        long refuted = count(results, Answer.REFUTED);
        return results.claims().isEmpty()
                ? "How far each injector keeps up"
                : "Of " + results.claims().size() + " claims " + confirmed + " confirmed, " + refuted + " refuted, "
                        + count(results, Answer.OPEN) + " open, " + count(results, Answer.CANNOT)
                        + " not to be told here";
    }

    private static long count(RampResults results, Answer answer) {
        return results.claims().stream()
                .filter(claim -> claim.answer() == answer)
                .count();
    }

    private static List<Look> looks(RampResults results) {
        List<Look> looks = new ArrayList<>();
        for (Injector injector : results.injectors()) {
            looks.add(new Look(
                    injector.name(),
                    injector.title(),
                    looks.size() < SERIES ? "series-" + (looks.size() + 1) : "series-control"));
        }
        return looks;
    }

    private static ClaimRow claim(RampResults.Answered answered) {
        return new ClaimRow(
                answered.claim().id(),
                answered.claim().text(),
                answered.answer().words(),
                switch (answered.answer()) {
                    case CONFIRMED -> "good";
                    case REFUTED -> "bad";
                    default -> "";
                },
                answered.reason(),
                answered.claim().note() == null ? "" : answered.claim().note(),
                answered.findings().stream().map(RampPage::finding).toList());
    }

    private static FindingRow finding(Finding finding) {
        Condition condition = finding.condition();
        String unit = condition.against() == null
                ? " " + RampFigures.unit(condition.figure())
                : " times that of " + condition.against();
        String values = finding.values().isEmpty()
                ? "–"
                : finding.values().stream()
                        .map(Format::number)
                        .reduce((a, b) -> a + ", " + b)
                        .orElseThrow();
        return new FindingRow(
                values + unit,
                condition.of() + " to " + Format.count(condition.to()) + ", " + condition.figure() + ": claimed "
                        + condition.is().key().replace('-', ' ') + " " + Format.number(condition.value()));
    }

    private static Rate rate(RampResults results, int to) {
        List<Row> rows = new ArrayList<>();
        for (Look look : looks(results)) {
            results.cell(look.name(), to).ifPresent(cell -> rows.add(row(cell, look)));
        }
        return new Rate(Integer.toString(to), "From 1 to " + Format.count(to) + " requests a second", rows);
    }

    private static Row row(Cell cell, Look look) {
        double errors = cell.figure(figures -> figures.wrong() + figures.failed())
                .map(Range::most)
                .orElse(0.0);
        return new Row(
                look.name(),
                look.look(),
                shown(Optional.ofNullable(cell.held())),
                cell.limit() == Limit.NONE ? "good" : "bad",
                cell.held() == null ? "" : Double.toString(cell.held().median()),
                shown(cell, RampFigures::peak),
                cell.figure(RampFigures::deviation)
                        .map(range -> Format.percent(range.median()))
                        .orElse("–"),
                shown(cell, RampFigures::mostWaiting),
                shown(cell, RampFigures::cpuMicros),
                shown(cell, RampFigures::serverCpuMicros),
                shown(cell, RampFigures::mostThreads),
                cell.figure(RampFigures::gcMillis)
                        .map(range -> Format.number(range.median()) + " ("
                                + cell.figure(RampFigures::longestGcMillis)
                                        .map(longest -> Format.number(longest.median()))
                                        .orElse("–")
                                + ")")
                        .orElse("–"),
                shown(cell, RampFigures::callMicros),
                Format.count(Math.round(errors)),
                cell.why());
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
