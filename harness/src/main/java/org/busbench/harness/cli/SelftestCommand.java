package org.busbench.harness.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.busbench.harness.forecast.EarlierRuns;
import org.busbench.harness.forecast.Forecast;
import org.busbench.harness.forecast.TimeRange;
import org.busbench.harness.measure.InstructionCounters;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.run.BenchmarkRun;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunResult.Outcome;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.text.Problem;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.Contrasts;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.DuetContrasts;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.statistics.Proportion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code busbench selftest}: does the suite tell a difference from none? Each run starts its processes anew, so pairs of
 * different runs are independent; those of one run share processes and the hour. The first half of the runs holds the
 * mediator that is slowed by 10 %, the others hold, in turn, those that are slowed by other shares.
 */
@Command(
        name = "selftest",
        description =
                "Compares a mediator with its own copy, and with itself slowed by known shares, and says how often"
                        + " the analysis calls that right.",
        mixinStandardHelpOptions = true)
final class SelftestCommand implements Callable<Integer> {

    private static final Path SUITE = Path.of("selftest");
    /** Without counters: duets, the copies in runs of their own, so that what differs between them is the noise alone. */
    private static final Path COPIES = Path.of("selftest-copies");

    private static final Path SLOWED = Path.of("selftest-slowed");
    private static final int MOST_PAIRS = 1_000;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "Comparisons with the copy (default: ${DEFAULT-VALUE}); at least half as many with the one"
                    + " slowed by 10 %%.")
    private int pairs = 20;

    @Option(
            names = "--suite",
            paramLabel = "FILE",
            description = "Suite whose first adapter is the mediator, whose second is its copy, and whose others are"
                    + " slowed (default: selftest).")
    private Path file = SUITE;

    @Option(
            names = "--no-counters",
            description = "Judge by CPU time, from duets, as where the CPU's counters cannot be read.")
    private boolean noCounters;

    @Option(names = "--quick", description = "One run alone, however many pairs that gives.")
    private boolean quick;

    @Option(names = "--dry-run", description = "Print how many runs and how long they take; start nothing.")
    private boolean dryRun;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print the result alone.")
    private boolean quiet;

    @Override
    public Integer call() {
        if (pairs < 1 || pairs > MOST_PAIRS) {
            throw new Problem("--pairs is " + pairs + ": choose a number from 1 to " + MOST_PAIRS);
        }
        List<RunSettings> runs = byDuets() ? duets() : runs();
        Terminal terminal = new Terminal(System.out, !quiet && Boolean.getBoolean("busbench.terminal"));
        if (dryRun) {
            announce(runs, terminal);
            return ExitCode.OK;
        }
        if (!quiet) {
            announce(runs, terminal);
        }
        try (Interruption interruption = new Interruption()) {
            List<Contrast> contrasts = new ArrayList<>();
            for (RunSettings settings : runs) {
                RunResult result = measure(settings, terminal);
                if (result.fault() != null) {
                    System.err.println("busbench: " + result.fault());
                }
                if (result.outcome() == Outcome.INTERRUPTED || interruption.requested()) {
                    return ExitCode.INTERRUPTED;
                }
                if (result.fault() != null) {
                    return ExitCode.FAILED;
                }
                contrasts.addAll(contrasts(RunReader.read(result.directory())));
                terminal.line("kept: " + result.directory());
            }
            return judge(new SelftestTally(copy(runs), contrasts), terminal);
        }
    }

    /** Where instructions cannot be counted only duets tell small differences; a suite of one's own says what it is. */
    private boolean byDuets() {
        return file.equals(SUITE)
                && (noCounters || InstructionCounters.missing().isPresent());
    }

    private static List<Contrast> contrasts(RecordedRun run) {
        List<Contrast> all = new ArrayList<>(Contrasts.of(run));
        for (DuetContrast duet : DuetContrasts.of(run)) {
            duet.asContrast().ifPresent(all::add);
        }
        return all;
    }

    /** Runs of copies until there are pairs enough, and one of those that are slowed. */
    private List<RunSettings> duets() {
        Project project = Project.current();
        String id = RunDirectory.name(Instant.now(), "selftest");
        List<RunSettings> runs = new ArrayList<>();
        RunSettings copies = settings(project, COPIES, id);
        int perRun = copies.plan().comparisons().size();
        int count = quick ? 1 : (pairs + perRun - 1) / perRun;
        for (int i = 1; i <= count; i++) {
            runs.add(seeded(copies, id + "-" + i, i));
        }
        runs.add(seeded(settings(project, SLOWED, id), id + "-" + (count + 1), count + 1));
        return runs;
    }

    private static RunSettings settings(Project project, Path suite, String id) {
        RunSettings settings =
                new SuiteChoice(suite, List.of(), List.of(), null, SuiteOverrides.NONE).settings(project, id);
        if (!settings.unavailable().isEmpty()) {
            throw new Problem(settings.suite().file() + ": a selftest needs all of its adapters, and "
                    + settings.unavailable().get(0).adapter() + " is not available: "
                    + settings.unavailable().get(0).reason());
        }
        return settings;
    }

    private static RunSettings seeded(RunSettings settings, String id, int run) {
        Suite suite = settings.suite();
        return new RunSettings(
                settings.project(),
                suite.withSeed(suite.seed() + run),
                settings.adapters(),
                List.of(),
                settings.backends(),
                id);
    }

    /** All runs hold the copy; which slowed ones beside it, {@link #adapters} says. */
    private List<RunSettings> runs() {
        Project project = Project.current();
        RunSettings all =
                new SuiteChoice(file, List.of(), List.of(), null, SuiteOverrides.NONE).settings(project, null);
        Suite suite = all.suite();
        if (suite.adapters().size() < 2 || !all.unavailable().isEmpty()) {
            throw new Problem(suite.file() + ": a selftest needs a mediator and its copy, both available; its adapters"
                    + " are " + suite.adapters());
        }
        int perRun = all.plan().comparisons().size();
        int count = quick ? 1 : (pairs + perRun - 1) / perRun;
        String id = RunDirectory.name(Instant.now(), suite.name());
        List<RunSettings> runs = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            List<String> adapters = adapters(suite.adapters(), i, count);
            runs.add(new RunSettings(
                    project,
                    suite.withAdapters(adapters).withSeed(suite.seed() + i),
                    all.adapters().stream()
                            .filter(adapter -> adapters.contains(adapter.name()))
                            .toList(),
                    List.of(),
                    all.backends(),
                    id + "-" + i));
        }
        return runs;
    }

    /**
     * The mediator and its copy, in the first half of the runs with the one that must be found, in the others with the
     * rest in turn: few adapters in a run leave time for many forks. All together in a run that is alone.
     */
    static List<String> adapters(List<String> all, int run, int runs) {
        if (runs == 1) {
            return all;
        }
        List<String> slowed = all.subList(2, all.size());
        List<String> due = slowed.stream()
                .filter(name -> name.endsWith(SelftestTally.TEN_PERCENT))
                .toList();
        List<String> rest = slowed.stream().filter(name -> !due.contains(name)).toList();
        int half = (runs + 1) / 2;
        List<String> chosen = new ArrayList<>(all.subList(0, 2));
        if (run <= half) {
            chosen.addAll(due);
        } else {
            int place = run - half - 1;
            int places = Math.min(runs - half, Math.max(1, rest.size()));
            for (int i = place % places; i < rest.size(); i += places) {
                chosen.add(rest.get(i));
            }
        }
        return chosen;
    }

    private static String copy(List<RunSettings> runs) {
        return runs.get(0).suite().adapters().get(1);
    }

    private RunResult measure(RunSettings settings, Terminal terminal) {
        try (Progress progress = new Progress(terminal, quiet, false)) {
            return new BenchmarkRun(settings, progress, new RecordedVerdicts()).execute();
        }
    }

    private static void announce(List<RunSettings> runs, Terminal terminal) {
        EarlierRuns earlier = EarlierRuns.in(runs.get(0).project().runs());
        earlier.unreadable().forEach(terminal::line);
        TimeRange total = TimeRange.ZERO;
        int comparisons = 0;
        for (RunSettings run : runs) {
            total = total.plus(
                    run.forecast(false, Forecast.Done.NOTHING, earlier).total());
            comparisons += run.suite().adapters().contains(copy(runs))
                    ? run.plan().comparisons().size()
                    : 0;
        }
        terminal.line(Progress.count(runs.size(), "run") + " with " + Progress.count(comparisons, "comparison") + " of "
                + copy(runs) + ", about " + total.show());
    }

    private static int judge(SelftestTally tally, Terminal terminal) {
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
    record SelftestTally(String copy, List<Contrast> contrasts) {

        /** A copy must be called a tie this often. */
        private static final double TIES_DUE = 0.95;
        /** A difference of 10 % must be called this often. */
        private static final double SLOWER_DUE = 0.90;

        static final String TEN_PERCENT = "-slow-10";

        SelftestTally {
            contrasts = List.copyOf(contrasts);
        }

        /** A line for each adapter and figure. */
        List<String> lines() {
            TextTable table = new TextTable(List.of(
                    "against the first",
                    "by",
                    "pairs",
                    "tie",
                    "worse",
                    "better",
                    "open",
                    "as due",
                    "95 %",
                    "median",
                    "visible",
                    ""));
            for (Measure measure : measures()) {
                for (String adapter : adapters()) {
                    List<Contrast> some = of(adapter, measure);
                    table.row(List.of(
                            adapter,
                            measure.label(),
                            Integer.toString(some.size()),
                            count(some, Verdict.TIE),
                            count(some, Verdict.SLOWER),
                            count(some, Verdict.FASTER),
                            count(some, Verdict.OPEN),
                            asDue(adapter, some) + " of " + some.size(),
                            Proportion.of(asDue(adapter, some), some.size()).toString(),
                            percent(median(some.stream().map(Contrast::ratio).toList())),
                            percent(median(
                                    some.stream().map(Contrast::detectable).toList())),
                            smallest(some)));
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
            Measure judge = judge();
            List<Contrast> ties = of(copy, judge);
            long tie = ties.stream().filter(one -> one.verdict() == Verdict.TIE).count();
            if (ties.isEmpty() || tie < TIES_DUE * ties.size()) {
                faults.add("by " + judge.label() + " a copy was called a tie in " + tie + " of " + ties.size()
                        + " pairs; due are " + Math.round(TIES_DUE * 100) + " %");
            }
            for (String adapter : adapters()) {
                List<Contrast> slow = of(adapter, judge);
                long found = slow.stream()
                        .filter(one -> one.verdict() == Verdict.SLOWER)
                        .count();
                if (adapter.endsWith(TEN_PERCENT) && found < SLOWER_DUE * slow.size()) {
                    faults.add("by " + judge.label() + " " + adapter + " was called worse in " + found + " of "
                            + slow.size() + " pairs; due are " + Math.round(SLOWER_DUE * 100) + " %");
                }
            }
            return faults;
        }

        private long asDue(String adapter, List<Contrast> some) {
            Verdict due = adapter.equals(copy) ? Verdict.TIE : Verdict.SLOWER;
            return some.stream().filter(one -> one.verdict() == due).count();
        }

        private List<Measure> measures() {
            return contrasts.stream().map(Contrast::measure).distinct().sorted().toList();
        }

        private List<String> adapters() {
            return contrasts.stream().map(Contrast::adapter).distinct().toList();
        }

        private List<Contrast> of(String adapter, Measure measure) {
            return contrasts.stream()
                    .filter(one -> one.adapter().equals(adapter) && one.measure() == measure)
                    .toList();
        }

        private static String count(List<Contrast> some, Verdict verdict) {
            return Long.toString(
                    some.stream().filter(one -> one.verdict() == verdict).count());
        }

        private static String smallest(List<Contrast> some) {
            return some.stream()
                    .filter(one -> one.verdict() == Verdict.SLOWER || one.verdict() == Verdict.FASTER)
                    .map(one -> Math.max(one.ratio(), 1 / one.ratio()))
                    .min(Double::compare)
                    .map(ratio -> "smallest that was called: " + percent(ratio))
                    .orElse("");
        }

        private static double median(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int middle = sorted.size() / 2;
            if (sorted.isEmpty()) {
                return Double.NaN;
            }
            return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        }

        private static String percent(double ratio) {
            return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100) : "-";
        }
    }
}
