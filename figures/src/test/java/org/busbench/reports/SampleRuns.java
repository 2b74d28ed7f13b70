package org.busbench.reports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.record.RecordedRun;
import org.busbench.record.Role;
import org.busbench.record.RunInfo;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.record.Verification;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.RelayCost;

/** Runs for tests: checked-in directories, and small ones made of records. */
public final class SampleRuns {

    private static final Path RESOURCES = Path.of("../reports/src/test/resources");

    private SampleRuns() {}

    public static Path directory(String name) {
        return RESOURCES.resolve(name);
    }

    /** A copy that a test may write to. */
    public static Path copy(String name, Path into) {
        Path target = into.resolve(name);
        try (Stream<Path> files = Files.list(directory(name))) {
            Files.createDirectories(target);
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One scenario, {@code cbr}, at one size, {@code 500}. */
    public static RecordedRun run(List<Adapter> adapters, List<Integer> concurrency, int blocks, List<Trial> trials) {
        return run(adapters, concurrency, blocks, trials, List.of());
    }

    public static RecordedRun run(
            List<Adapter> adapters,
            List<Integer> concurrency,
            int blocks,
            List<Trial> trials,
            List<Verification> verifications) {
        Suite suite = new Suite(
                new Suite.Source("test", null, "test.yaml", null, null),
                new Suite.Cells(
                        List.of("cbr"), List.of("500"), concurrency, List.of(), List.of(), List.of(), List.of()),
                new Suite.Repeats(blocks, null, null, null),
                new Suite.Phases(1, 3, null),
                7,
                0,
                "jmeter-http",
                Suite.ExtraLoads.NONE,
                null,
                null);
        RunInfo info = new RunInfo(
                RunInfo.SCHEMA,
                "test",
                "2026-11-21T09:40:12Z",
                new RunInfo.Busbench("0.1", null),
                suite,
                adapters,
                List.of(),
                new RunInfo.Environment("Linux", "6", "cpu", 2, 1L << 30, "17", "5.6.3", null, null),
                null,
                null,
                null);
        return new RecordedRun(
                info,
                Optional.empty(),
                verifications,
                trials,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    /** The same run as if its suite had asked for these duets, and for as many blocks. */
    public static RecordedRun withDuets(RecordedRun run, List<Suite.Pair> pairs, Suite.Repeats repeats) {
        Suite suite = run.info().suite();
        Suite.Cells cells = suite.cells();
        RunInfo info = run.info();
        Suite asked = new Suite(
                suite.source(),
                new Suite.Cells(
                        cells.scenarios(),
                        cells.payloads(),
                        cells.concurrency(),
                        cells.rates(),
                        cells.scenarioTexts(),
                        pairs,
                        List.of()),
                repeats,
                new Suite.Phases(1, 3.2, 0.8),
                suite.seed(),
                suite.errorBound(),
                suite.injector(),
                suite.extraLoads(),
                suite.pin(),
                suite.baseline());
        return with(run, info.id(), asked);
    }

    /** The same run as if its suite had asked for these parts alone. */
    public static RecordedRun withParts(RecordedRun run, List<Suite.Part> parts) {
        return with(run, run.info().id(), run.info().suite().cells().scenarioTexts(), parts);
    }

    /** The same run as if its suite had these payloads. */
    public static RecordedRun withPayloads(RecordedRun run, List<String> payloads) {
        Suite suite = run.info().suite();
        Suite.Cells cells = suite.cells();
        return with(
                run,
                run.info().id(),
                new Suite(
                        suite.source(),
                        new Suite.Cells(
                                cells.scenarios(),
                                payloads,
                                cells.concurrency(),
                                cells.rates(),
                                cells.scenarioTexts(),
                                cells.duets(),
                                cells.parts()),
                        suite.repeats(),
                        suite.phases(),
                        suite.seed(),
                        suite.errorBound(),
                        suite.injector(),
                        suite.extraLoads(),
                        suite.pin(),
                        suite.baseline()));
    }

    /** The same run under another name, in which the scenario has these texts. */
    public static RecordedRun with(RecordedRun run, String id, Suite.ScenarioText text) {
        return with(run, id, List.of(text), List.of());
    }

    private static RecordedRun with(
            RecordedRun run, String id, List<Suite.ScenarioText> texts, List<Suite.Part> parts) {
        Suite suite = run.info().suite();
        Suite.Cells cells = suite.cells();
        return with(
                run,
                id,
                new Suite(
                        suite.source(),
                        new Suite.Cells(
                                cells.scenarios(),
                                cells.payloads(),
                                cells.concurrency(),
                                cells.rates(),
                                texts,
                                List.of(),
                                parts),
                        suite.repeats(),
                        suite.phases(),
                        suite.seed(),
                        suite.errorBound(),
                        suite.injector(),
                        suite.extraLoads(),
                        suite.pin(),
                        suite.baseline()));
    }

    private static RecordedRun with(RecordedRun run, String id, Suite suite) {
        RunInfo info = run.info();
        return new RecordedRun(
                new RunInfo(
                        info.schema(),
                        id,
                        info.startedAt(),
                        info.busbench(),
                        suite,
                        info.adapters(),
                        info.unavailable(),
                        info.environment(),
                        info.rig(),
                        info.hosts(),
                        info.publication()),
                run.finished(),
                run.verifications(),
                run.trials(),
                run.resumes(),
                run.calibrations(),
                run.parities(),
                run.remarks(),
                Optional.empty());
    }

    public static Adapter mediator(String name) {
        return new Adapter(name, name + " title", Role.MEDIATOR, "1", null, null, null, null, null, null, null);
    }

    public static Adapter direct() {
        return new Adapter(Cell.CEILING, "direct", Role.CONTROL, "none", null, null, null, null, null, null, null);
    }

    public static Adapter relay() {
        return new Adapter(RelayCost.CONTROL, "relay", Role.CONTROL, "1", null, null, null, null, null, null, null);
    }

    public static Trial measured(Adapter adapter, int block, int concurrency, double goodput, double cpuMicros) {
        return trial(adapter, block, concurrency).measured(goodput, cpuMicros).build();
    }

    public static Trial without(Adapter adapter, int block, int concurrency, Outcome outcome, String reason) {
        return trial(adapter, block, concurrency).without(outcome, reason).build();
    }

    /** A trial of {@code cbr} at 500 B, to be changed where a test needs it. */
    public static TrialDraft trial(Adapter adapter, int block, int concurrency) {
        return new TrialDraft(adapter, block, concurrency);
    }
}
