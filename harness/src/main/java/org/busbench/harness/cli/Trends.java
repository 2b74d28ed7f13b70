package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Problem;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.Trend;
import org.busbench.reports.page.TrendPage;

/** {@code busbench compare --trend}: figures over many runs, and where they changed. */
final class Trends {

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

    /** A run, or the runs in a folder. */
    private static List<Path> folders(Path place) throws IOException {
        if (!Files.isDirectory(place)) {
            throw new Problem("no folder " + place + ": give a folder with runs");
        }
        if (Files.isRegularFile(place.resolve("run.json"))) {
            return List.of(place);
        }
        try (Stream<Path> inside = Files.list(place)) {
            return inside.filter(folder -> Files.isRegularFile(folder.resolve("run.json")))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> lines(List<Trend> trends) {
        TextTable table = new TextTable(List.of("adapter", "comparison", "figure", "runs", "first", "last", "changes"));
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
