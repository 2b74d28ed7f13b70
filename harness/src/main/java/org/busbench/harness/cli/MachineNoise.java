package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.run.BenchmarkRun;
import org.busbench.harness.run.Finding;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.run.Verdicts;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.PairedSample;

/** How long a duel takes on this machine, by one fork of a duel: our mediator beside its copy. */
final class MachineNoise {
    private static final String SCENARIO = "cbr";
    /** By how much the means of two processes of one program differed, beyond the noise of their windows, on two shared cores. */
    private static final double OF_PROCESSES = 0.03;
    /** A deviation of twenty windows may be half as much again. */
    private static final double UNSURE = 1.5;
    /** Two pairs are judged, and the first look has half of what may be spent. */
    private static final double SIGNIFICANCE = Verdict.SIGNIFICANCE / 4;

    private static final int MOST_FORKS = 100;

    private MachineNoise() {}

    /** Runs the fork, which stays as a run of its own; takes about a minute. */
    static Finding measure(Project project) throws IOException, InterruptedException {
        SuiteOverrides one = SuiteOverrides.NONE
                .with(SuiteOverrides.Option.BLOCKS, "1")
                .with(SuiteOverrides.Option.SCENARIO, SCENARIO);
        Path file = project.suites().resolve("duel.yaml");
        Suite suite = SuiteFile.read(file, one, project.scenarios());
        int forks = SuiteFile.read(file, project.scenarios()).repeats().forks();
        RunSettings settings = new RunSettings(
                project,
                suite,
                Stream.of("reference", "reference-copy")
                        .map(project.catalog()::find)
                        .toList(),
                List.of(),
                Backends.usual(),
                RunDirectory.name(Instant.now(), "noise"));
        long begun = System.nanoTime();
        RunResult result = new BenchmarkRun(
                        settings,
                        new Progress(new Terminal(System.err, false), true, false),
                        Verdicts.FIXED_BLOCKS,
                        false)
                .execute();
        Duration fork = Duration.ofNanos(System.nanoTime() - begun);
        List<DuetContrast> cpu = result.fault() != null
                ? List.of()
                : Analysis.of(RunReader.read(result.directory())).duets().stream()
                        .filter(duet -> duet.measure() == Measure.CPU)
                        .toList();
        if (cpu.isEmpty()) {
            return Finding.warn("noise", "the copies were not measured", "see " + result.directory());
        }
        double[] logs = cpu.get(0).forks().get(0).stretches().stream()
                .mapToDouble(stretch -> Math.log(stretch.ratio()))
                .toArray();
        return finding(logs, forks, fork);
    }

    /** By the logarithms of the ratios of a fork's windows; {@code fork} is how long it took for one pair. */
    static Finding finding(double[] logs, int least, Duration fork) {
        double deviation = Math.sqrt(PairedSample.of(logs).variance());
        int fewest = forks(deviation, logs.length, least);
        int most = forks(UNSURE * deviation, logs.length, least);
        double minutes = 2 * fork.toSeconds() / 60.0;
        return Finding.ok(
                "noise",
                String.format(
                        Locale.ROOT,
                        "the CPU times of a mediator and its copy differ by %.0f %% from window to window: to tell 10 %%, a duel"
                                + " takes %s forks, about %s min a scenario",
                        100 * Math.expm1(deviation),
                        range(fewest, most),
                        range(Math.round(fewest * minutes), Math.round(most * minutes))));
    }

    private static String range(long from, long to) {
        return from == to ? Long.toString(from) : from + " to " + to;
    }

    /** Forks until a difference of 10 % is found nine times out of ten; a duel has an even number. */
    private static int forks(double ofWindows, int windows, int least) {
        double variance = ofWindows * ofWindows / windows + OF_PROCESSES * OF_PROCESSES;
        int forks = least;
        while (forks < MOST_FORKS
                && new Estimate(0, Math.sqrt(variance / forks), forks - 1).detectable(SIGNIFICANCE, Verdict.POWER)
                        > Math.log(Verdict.RELEVANT_RATIO)) {
            forks += 2;
        }
        return forks;
    }
}
