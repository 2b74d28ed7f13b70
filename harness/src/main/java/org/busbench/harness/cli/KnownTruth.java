package org.busbench.harness.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.measure.InstructionCounters;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.run.TimeRange;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.Suite.Truth;
import org.busbench.harness.text.Problem;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.Contrasts;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.DuetContrasts;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.Proportion;

/**
 * The runs of a suite that knows the truth about its adapters, and what the analysis called them: does it tell a difference
 * from none? Each run starts its processes anew, so pairs of different runs are independent; those of one run share processes
 * and the hour.
 */
final class KnownTruth {
    private final RunSettings settings;
    private final Truth truth;
    private final List<Contrast> contrasts = new ArrayList<>();

    /**
     * Runs nothing yet.
     *
     * @throws Problem when an adapter is not available, or the suite counts instructions and they cannot be counted
     */
    KnownTruth(RunSettings settings, Truth truth) {
        this.settings = settings;
        this.truth = truth;
        Suite suite = settings.suite();
        if (!settings.unavailable().isEmpty()) {
            throw new Problem(suite.file() + ": all of its adapters are needed, and "
                    + settings.unavailable().get(0).adapter() + " is not available: "
                    + settings.unavailable().get(0).reason());
        }
        if (settings.baseline() != null) {
            throw new Problem("the truth of " + suite.file() + " is about its first adapter: leave out --baseline");
        }
        Optional<String> missing = InstructionCounters.missing();
        if (!suite.phases().count().isZero() && missing.isPresent()) {
            throw new Problem("instructions cannot be counted here (" + missing.get() + "), by which " + suite.file()
                    + " judges: run selftest-copies and selftest-slowed, which judge by CPU time");
        }
    }

    /** How many runs and comparisons come, and how long they take. */
    String announcement(TimeRange ofOne) {
        return Progress.count(truth.runs(), "run") + " with "
                + Progress.count(truth.runs() * settings.plan().comparisons().size(), "comparison")
                + " of each adapter, about " + ofOne.times(truth.runs()).show();
    }

    /** The settings of each run: in an order of its own. */
    List<RunSettings> runs() {
        Suite suite = settings.suite();
        String id = settings.id() == null ? RunDirectory.name(Instant.now(), suite.name()) : settings.id();
        List<RunSettings> runs = new ArrayList<>();
        for (int run = 1; run <= truth.runs(); run++) {
            runs.add(settings.of(suite.withSeed(suite.seed() + run)).named(id + "-" + run));
        }
        return runs;
    }

    /** Takes the comparisons of a run that is over. */
    void add(Path directory) {
        RecordedRun run = RunReader.read(directory);
        contrasts.addAll(Contrasts.of(run));
        DuetContrasts.of(run).stream()
                .filter(duet -> duet.measure() != Measure.LATENCY)
                .map(DuetContrast::asContrast)
                .forEach(contrasts::add);
    }

    /** Says how often the analysis was right, and how the command ends. */
    int judge(Terminal terminal) {
        Tally tally = new Tally(truth, contrasts);
        terminal.line("");
        tally.lines().forEach(terminal::line);
        List<String> faults = tally.faults();
        faults.forEach(fault -> System.err.println("busbench: " + fault));
        return faults.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    /**
     * What the analysis called pairs of which the truth is known: a mediator against its own copy, and against itself slowed
     * by a known share.
     */
    record Tally(Truth truth, List<Contrast> contrasts) {

        /** A copy must be called a tie this often. */
        private static final double TIES_DUE = 0.95;
        /** A slower one must be called slower this often. */
        private static final double SLOWER_DUE = 0.90;

        Tally {
            contrasts = List.copyOf(contrasts);
        }

        /** A line for each adapter and figure. */
        List<String> lines() {
            TextTable table = new TextTable(
                    List.of("against the first, in, by, pairs, tie, worse, better, open, as due, 95 %, median, visible"
                            .split(", ")));
            for (Measure measure : measures()) {
                for (List<Contrast> some : adapters().stream()
                        .flatMap(adapter -> Stream.of(of(adapter, measure, true), of(adapter, measure, false)))
                        .filter(some -> !some.isEmpty())
                        .toList()) {
                    String adapter = some.get(0).adapter();
                    table.row(List.of(
                            adapter,
                            some.get(0).comparison().isMean() ? "all cells together" : "single cells",
                            measure.label(),
                            Integer.toString(some.size()),
                            Long.toString(called(some, Verdict.TIE)),
                            Long.toString(called(some, Verdict.SLOWER)),
                            Long.toString(called(some, Verdict.FASTER)),
                            Long.toString(called(some, Verdict.OPEN)),
                            due(adapter)
                                    .map(due -> called(some, due) + " of " + some.size())
                                    .orElse("-"),
                            due(adapter)
                                    .map(due -> Proportion.of(called(some, due), some.size())
                                            .toString())
                                    .orElse("-"),
                            percent(Median.of(some, Contrast::ratio)),
                            percent(Median.of(some, Contrast::detectable))));
                }
            }
            List<String> lines = new ArrayList<>(table.lines());
            lines.add(
                    "as due: a copy is a tie, a slowed one is worse; 95 %: where the true rate lies (Clopper and Pearson)");
            lines.add(
                    "median: of the ratio to the first; visible: the difference that would have been found nine times of"
                            + " ten, median over the pairs");
            lines.add("judged by " + judge().label()
                    + (judge() == Measure.CPU
                            ? ": instructions were not counted (busbench doctor says whether they can be)"
                            : ""));
            return lines;
        }

        /** The figure that decides: instructions, which no clock disturbs, or CPU time where they were not counted. */
        Measure judge() {
            return contrasts.stream().anyMatch(one -> one.measure() == Measure.INSTRUCTIONS)
                    ? Measure.INSTRUCTIONS
                    : Measure.CPU;
        }

        /** The wrong verdicts of the analysis by {@link #judge}, a line each; empty when it passes. */
        List<String> faults() {
            List<String> faults = new ArrayList<>();
            truth.ties().forEach(adapter -> fault(adapter, "a tie", Verdict.TIE, TIES_DUE, faults));
            truth.slower().forEach(adapter -> fault(adapter, "worse", Verdict.SLOWER, SLOWER_DUE, faults));
            return faults;
        }

        private void fault(String adapter, String word, Verdict due, double share, List<String> faults) {
            List<Contrast> together = of(adapter, judge(), true);
            List<Contrast> some = together.isEmpty() ? of(adapter, judge(), false) : together;
            int called = called(some, due);
            if (some.isEmpty() || called < share * some.size()) {
                faults.add("by " + judge().label() + " " + adapter + " was called " + word + " in " + called + " of "
                        + some.size() + " pairs; due are " + Math.round(share * 100) + " %");
            }
        }

        private Optional<Verdict> due(String adapter) {
            if (truth.ties().contains(adapter)) {
                return Optional.of(Verdict.TIE);
            }
            return truth.slower().contains(adapter) ? Optional.of(Verdict.SLOWER) : Optional.empty();
        }

        private List<Measure> measures() {
            return contrasts.stream().map(Contrast::measure).distinct().sorted().toList();
        }

        private List<String> adapters() {
            return contrasts.stream().map(Contrast::adapter).distinct().toList();
        }

        /** Of duets those of all cells of a pair together, which decide, or those of single cells. */
        private List<Contrast> of(String adapter, Measure measure, boolean means) {
            return contrasts.stream()
                    .filter(one -> one.adapter().equals(adapter)
                            && one.measure() == measure
                            && one.comparison().isMean() == means)
                    .toList();
        }

        private static int called(List<Contrast> some, Verdict verdict) {
            return (int) some.stream().filter(one -> one.verdict() == verdict).count();
        }

        private static String percent(double ratio) {
            return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100) : "-";
        }
    }
}
