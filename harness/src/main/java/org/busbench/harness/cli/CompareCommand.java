package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
import org.busbench.reports.compare.Threshold.State;
import org.busbench.reports.export.ChangesJson;
import org.busbench.reports.export.JunitXml;
import org.busbench.reports.export.Markdown;
import org.busbench.reports.page.ComparisonPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench compare}: what really changed from one run to others. */
@Command(
        name = "compare",
        description = "Says which cells really changed from the first run to each of the others, and which may have"
                + " changed by chance alone.",
        footer = {
            "",
            "Verdicts need several processes of each mediator in each run: suites with forks (as 'verdict') have them.",
            "A threshold is [ADAPTER] [SCENARIO] [PAYLOAD] [c=CLIENTS] tps|cpu|instructions ±N%, as in 'cbr tps -5%'. It is",
            "breached when the figure became worse beyond chance and by more than N %, or is gone: exit code 1."
        },
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A folder in runs/, or its name.")
    private Path before;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "AFTER", description = "One or more later runs.")
    private List<Path> after;

    @Option(names = "--all", description = "Print every figure, not only those that changed or are open.")
    private boolean all;

    @Option(
            names = "--json",
            description = "Print every figure as JSON (docs/schema/changes-1.schema.json) and no text.")
    private boolean json;

    @Option(names = "--fail-if", paramLabel = "THRESHOLD", description = "Exit code 1 when it is breached; repeatable.")
    private List<String> thresholds = List.of();

    @Option(names = "--fail-if-undecided", description = "Also when the runs cannot tell whether it is breached.")
    private boolean strict;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write every figure as Markdown.")
    private Path markdown;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page of its own that shows every figure.")
    private Path html;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write what became of the thresholds as JUnit XML.")
    private Path junit;

    @Override
    public Integer call() {
        if (thresholds.isEmpty() && (junit != null || strict)) {
            throw new Problem("--junit and --fail-if-undecided are about thresholds: give at least one --fail-if");
        }
        List<Threshold> bounds =
                said(() -> thresholds.stream().map(Threshold::parse).toList());
        List<RecordedRun> runs = runs();
        List<Changes> comparisons = said(() -> runs.stream()
                .skip(1)
                .map(later -> Changes.between(runs.get(0), later))
                .toList());
        List<Judgement> judgements = said(() -> judged(bounds, comparisons));
        if (json) {
            System.out.print(ChangesJson.of(comparisons, judgements));
        } else {
            comparisons.forEach(changes -> ChangeLines.of(changes, all).forEach(System.out::println));
            judgements.forEach(judgement -> System.out.println(ChangeLines.of(judgement)));
        }
        if (markdown != null) {
            write(markdown, Markdown.changes(comparisons));
        }
        if (html != null) {
            write(html, ComparisonPage.of(runs, comparisons));
        }
        if (junit != null) {
            write(junit, JunitXml.thresholds(judgements));
        }
        return judgements.stream().anyMatch(this::fails) ? ExitCode.FAILED : ExitCode.OK;
    }

    private boolean fails(Judgement judgement) {
        return judgement.state() == State.BREACHED || (strict && judgement.state() == State.UNDECIDED);
    }

    private List<RecordedRun> runs() {
        try {
            List<RecordedRun> runs = Stream.concat(Stream.of(before), after.stream())
                    .map(RunFolder::of)
                    .map(RunReader::read)
                    .toList();
            List<String> ids = runs.stream().map(run -> run.info().id()).toList();
            ids.stream()
                    .filter(id -> Collections.frequency(ids, id) > 1)
                    .findFirst()
                    .ifPresent(id -> {
                        throw new Problem("run '" + id + "' is given more than once: give different runs");
                    });
            return runs;
        } catch (RunProblem e) {
            throw new Problem(e.getMessage(), e);
        }
    }

    private static List<Judgement> judged(List<Threshold> bounds, List<Changes> comparisons) {
        return bounds.stream()
                .flatMap(bound -> comparisons.stream().flatMap(changes -> bound.judge(changes).stream()))
                .toList();
    }

    /** What the user gave is refused in one line. */
    private static <T> T said(Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw new Problem(e.getMessage(), e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new Problem(file + ": cannot be written: " + Problem.brief(e), e);
        }
    }

    /** What differs between two runs, in lines for people. */
    static final class ChangeLines {

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

        static String of(Judgement judgement) {
            return judgement.state().name().toLowerCase(Locale.ROOT) + ": "
                    + judgement.threshold().text() + ": " + judgement.adapter() + " "
                    + judgement.comparison().words() + " in " + judgement.run() + ": " + judgement.sentence();
        }
    }
}
