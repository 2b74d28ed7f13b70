package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.Threshold;
import org.busbench.reports.compare.Threshold.Judgement;
import org.busbench.reports.compare.Trend;
import org.busbench.reports.export.ChangesJson;
import org.busbench.reports.export.Markdown;
import org.busbench.reports.page.ComparisonPage;
import org.busbench.reports.page.TrendPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench compare}: what really changed from one run to others. */
@Command(
        name = "compare",
        description = "Says which cells really changed from the first run to each of the others, and which may have"
                + " changed by chance alone. With --trend it draws each figure over many runs, and marks the runs from which on"
                + " it is another one.",
        footer = {
            "",
            "Verdicts need several processes of each mediator in each run: suites with forks (as 'verdict') have them.",
            "A threshold is [ADAPTER] [SCENARIO] [PAYLOAD] [c=CLIENTS] tps|cpu|instructions ±N%%, as in 'cbr tps -5%%'. It is",
            "breached when the figure became worse beyond chance and by more than N %%, or is gone: exit code 1.",
            "",
            "A trend changes where a split of the series differs more than in 99 of 100 random orders of it. With fewer than ten",
            "runs that hardly happens."
        },
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN",
            description =
                    "Compare these folders in runs/, of which the names are enough, the earlier run first. Of --trend: folders of runs, or single runs"
                            + " (default: the folder in which runs are kept).")
    private List<Path> places = List.of();

    @Option(names = "--trend", description = "Draw figures over many runs; only --adapter and --html go with it.")
    private boolean trend;

    @Option(
            names = "--adapter",
            split = ",",
            paramLabel = "NAME",
            description = "With --trend: draw only these adapters.")
    private List<String> adapters = List.of();

    @Option(names = "--all", description = "Print every figure, not only those that changed or are open.")
    private boolean all;

    @Option(
            names = "--json",
            description = "Print every figure as JSON (docs/schema/changes-1.schema.json) and no text.")
    private boolean json;

    @Mixin
    private ThresholdOptions thresholds;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write every figure as Markdown.")
    private Path markdown;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description =
                    "Write a page of its own that shows every figure (default of --trend: trend.html in the first folder).")
    private Path html;

    @Override
    public Integer call() throws IOException {
        List<Threshold> bounds = thresholds.bounds();
        if (trend) {
            if (all || json || markdown != null || !bounds.isEmpty()) {
                throw new Problem("--trend knows --adapter and --html alone: leave out what else is there");
            }
            Trends.show(places, adapters, html);
            return ExitCode.OK;
        }
        if (places.size() < 2 || !adapters.isEmpty()) {
            throw new Problem(
                    "what is compared? give two runs or more, the earlier one first; --adapter and folders of runs"
                            + " go with --trend");
        }
        List<RecordedRun> runs = runs();
        List<Changes> comparisons = ThresholdOptions.said(() -> runs.stream()
                .skip(1)
                .map(later -> Changes.between(runs.get(0), later))
                .toList());
        List<Judgement> judgements = ThresholdOptions.said(() -> judged(bounds, comparisons));
        if (json) {
            System.out.print(ChangesJson.of(comparisons, judgements));
        } else {
            comparisons.forEach(changes -> ChangeLines.of(changes, all).forEach(System.out::println));
            judgements.forEach(judgement -> System.out.println(ThresholdOptions.line(judgement)));
        }
        if (markdown != null) {
            ThresholdOptions.write(markdown, Markdown.changes(comparisons));
        }
        if (html != null) {
            ThresholdOptions.write(html, ComparisonPage.of(runs, comparisons));
        }
        return thresholds.exitCode(judgements);
    }

    private List<RecordedRun> runs() {
        List<RecordedRun> runs =
                places.stream().map(RunFolder::of).map(RunReader::read).toList();
        List<String> ids = runs.stream().map(run -> run.info().id()).toList();
        ids.stream()
                .filter(id -> Collections.frequency(ids, id) > 1)
                .findFirst()
                .ifPresent(id -> {
                    throw new Problem("run '" + id + "' is given more than once: give different runs");
                });
        return runs;
    }

    private static List<Judgement> judged(List<Threshold> bounds, List<Changes> comparisons) {
        return bounds.stream()
                .flatMap(bound -> comparisons.stream().flatMap(changes -> bound.judge(changes).stream()))
                .toList();
    }

    /** The differences between two runs, in lines for people. */
    private static final class ChangeLines {

        private ChangeLines() {}

        /** The answer first; figures that stayed as they were only when all are asked for. */
        static List<String> of(Changes changes, boolean all) {
            List<String> lines = new ArrayList<>();
            lines.add(changes.before() + " -> " + changes.after());
            lines.add(ChangeText.summary(changes));
            changes.transitions().forEach(transition -> lines.add(ChangeText.sentence(transition)));
            ChangeText.caveats(changes).forEach(caveat -> lines.add("note: " + caveat));
            List<Change> shown = changes.changes().stream()
                    .filter(change -> all || change.verdict() != Verdict.TIE)
                    .toList();
            if (!shown.isEmpty()) {
                TextTable table = new TextTable(ChangeText.HEADER);
                shown.forEach(change -> table.row(ChangeText.row(change)));
                lines.addAll(table.lines());
            }
            lines.addAll(ChangeText.relativeTo(changes));
            changes.rig().forEach(shift -> lines.add(ChangeText.sentence(shift)));
            if (!changes.circumstances().isEmpty()) {
                lines.add("beside the figures these differ:");
                changes.circumstances().forEach(one -> lines.add("  " + one));
            }
            lines.add("");
            return lines;
        }
    }

    /** {@code busbench compare --trend}: figures over many runs, and where they changed. */
    private static final class Trends {

        private Trends() {}

        /**
         * Prints them, and draws a page.
         *
         * @param places folders of runs, or single runs; empty for the folder in which runs are kept
         * @param adapters only these; empty for all
         * @param html the page; null for one in the first folder
         */
        static void show(List<Path> places, List<String> adapters, Path html) throws IOException {
            Path first = places.isEmpty() ? Project.current().runs() : places.get(0);
            List<RecordedRun> runs = new ArrayList<>();
            for (Path place : places.isEmpty() ? List.of(first) : places) {
                for (Path folder : folders(place)) {
                    try {
                        runs.add(RunReader.read(folder));
                    } catch (RunProblem unreadable) {
                        System.err.println("busbench: left out: " + unreadable.getMessage());
                    }
                }
            }
            List<Trend> trends = Trend.of(runs).stream()
                    .filter(trend -> adapters.isEmpty() || adapters.contains(trend.adapter()))
                    .toList();
            if (trends.isEmpty()) {
                throw new Problem("no figure stands in two runs; " + first + " holds " + runs.size()
                        + (runs.size() == 1 ? " run" : " runs") + ": give a folder with several runs of one suite");
            }
            lines(trends).forEach(System.out::println);
            Path page = html == null ? first.resolve("trend.html") : html;
            ThresholdOptions.write(page, TrendPage.of(first.toString(), runs.size(), trends));
            System.out.println("page: " + page);
        }

        private static List<Path> folders(Path place) throws IOException {
            if (!Files.isDirectory(place)) {
                throw new Problem("no folder " + place + ": give a folder with runs");
            }
            if (Files.isRegularFile(place.resolve("run.json"))) {
                return List.of(place);
            }
            return Listing.of(place).stream()
                    .filter(folder -> Files.isRegularFile(folder.resolve("run.json")))
                    .toList();
        }

        private static List<String> lines(List<Trend> trends) {
            TextTable table =
                    new TextTable(List.of("adapter", "comparison", "figure", "runs", "first", "last", "changes"));
            for (Trend trend : trends) {
                List<Trend.Point> points = trend.points();
                table.row(List.of(
                        trend.adapter(),
                        trend.comparison().words(),
                        trend.measure().title(),
                        Integer.toString(points.size()),
                        figure(points.get(0).value()),
                        figure(points.get(points.size() - 1).value()),
                        trend.changes().stream()
                                .map(step -> ChangeText.percent(step.ratio()) + " from "
                                        + points.get(step.at()).run())
                                .reduce((one, next) -> one + ", " + next)
                                .orElse("none")));
            }
            return table.lines();
        }

        private static String figure(double value) {
            return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
        }
    }
}
