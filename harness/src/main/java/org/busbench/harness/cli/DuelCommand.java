package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Port;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.adapter.AdapterCopy;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.run.BenchmarkRun;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.text.Problem;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.reports.Export;
import org.busbench.reports.Report;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.compare.Threshold;
import org.busbench.reports.compare.Threshold.Judgement;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code busbench duel}: which of two is faster? Both are under load at the same time, so that a machine whose speed changes
 * from second to second changes it for both.
 */
@Command(
        name = "duel",
        description = "Sets two mediators, or two versions of one, against each other: both are under load at the same"
                + " time. A verdict on each scenario takes nine minutes, or twice as long where it is noisy.",
        footer = {
            "",
            "A and B are names of adapters, or folders with an adapter.yaml. Without B it is A once more, with what --set",
            "changes. The second of two that share a name or a port is copied, named A-2, and gets free ports.",
            "A threshold is [ADAPTER] [SCENARIO] [PAYLOAD] [c=CLIENTS] tps|cpu ±N%%, as in 'cbr cpu +5%%', and speaks of B",
            "against A. It is breached when B is worse beyond chance and by more than N %%: exit code 1."
        },
        mixinStandardHelpOptions = true)
final class DuelCommand implements Callable<Integer> {

    private static final String SUITE = "duel";
    /** The pair in which there is no difference, and which tells how small a one could be seen. */
    private static final List<String> COPIES = List.of("reference", "reference-copy");

    @Parameters(index = "0", paramLabel = "A", description = "Set B against this adapter, the baseline.")
    private String first;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "B",
            description = "Set this adapter against A (default: A itself, with --set).")
    private String second;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change a key of B's adapter.yaml, such as java.options=[-Xmx1g]; repeatable.")
    private List<String> changes = List.of();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description = "Compare in these scenarios instead of virtualization and cbr.")
    private List<String> scenarios = List.of();

    @Mixin
    private RunOptions options;

    @Mixin
    private ThresholdOptions thresholds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Threshold> bounds = thresholds.bounds();
        Project project = Project.current();
        String run = options.id() == null ? RunDirectory.name(Instant.now(), SUITE) : options.id();
        RunSettings settings = settings(project, run);
        Terminal terminal = options.terminal();
        if (options.dryRun) {
            RunOptions.plan(settings, !options.noAudit, terminal);
            return ExitCode.OK;
        }
        return Interruption.guard(() -> measure(settings, bounds, terminal));
    }

    private int measure(RunSettings settings, List<Threshold> bounds, Terminal terminal) throws IOException {
        RunResult result;
        try (Progress progress = new Progress(terminal, options.quiet, true)) {
            result = new BenchmarkRun(
                            settings.supplied(terminal::line),
                            progress,
                            new RecordedVerdicts(progress::note),
                            !options.noAudit)
                    .execute();
        }
        if (result.fault() != null) {
            System.err.println("busbench: " + result.fault());
        }
        if (result.trials().isEmpty()) {
            return result.outcome().exitCode();
        }
        RecordedRun recorded = RunReader.read(result.directory());
        Analysis analysis = Analysis.of(recorded);
        List<DuetContrast> contrasts = analysis.duets();
        terminal.line("");
        ResultTable.duets(analysis).forEach(terminal::line);
        terminal.line("report: " + Report.write(result.directory()).get(0));
        if (options.json) {
            System.out.print(Export.json(result.directory()));
        }
        List<DuetContrast> duel = contrasts.stream()
                .filter(contrast -> !COPIES.equals(
                        List.of(contrast.pair().first(), contrast.pair().second())))
                .toList();
        if (duel.isEmpty()) {
            System.err.println("busbench: the two never were under load together: " + firstReason(result));
            return ExitCode.FAILED;
        }
        List<Judgement> judgements = ThresholdOptions.said(() -> bounds.stream()
                .flatMap(bound -> bound.judge(recorded.info().id(), duel).stream())
                .toList());
        judgements.forEach(judgement -> terminal.line(ThresholdOptions.line(judgement)));
        return Math.max(result.outcome().exitCode(), thresholds.exitCode(judgements));
    }

    /** The suite of the duel, in a folder that stays, so that a killed duel can be resumed. */
    private RunSettings settings(Project project, String run) throws IOException {
        if (Files.exists(project.runs().resolve(run))) {
            throw new Problem("there is a run '" + run + "' already: choose another --id");
        }
        Path folder = unused(project.writableRuns().resolve(".duels"), run);
        Adapter one = AdapterFolder.read(folder(project, first), project.root());
        Adapter other = other(project, one, folder);
        Map<String, Adapter> adapters = new LinkedHashMap<>();
        adapters.put(one.name(), one);
        adapters.put(other.name(), other);
        List<String> pairs = new ArrayList<>(List.of("[" + one.name() + ", " + other.name() + "]"));
        Suite usual = SuiteFile.read(project.suites().resolve(SUITE + ".yaml"), project.scenarios());
        List<String> chosen = scenarios.isEmpty() ? usual.scenarioNames() : SuiteChoice.places(scenarios);
        List<Adapter> copies = COPIES.stream().map(project.catalog()::find).toList();
        boolean floor = !adapters.keySet().containsAll(COPIES)
                && chosen.stream()
                        .allMatch(scenario ->
                                copies.stream().allMatch(copy -> copy.service(scenario) instanceof Service.Served));
        if (floor) {
            copies.forEach(copy -> adapters.putIfAbsent(copy.name(), copy));
            pairs.add("[" + String.join(", ", COPIES) + "]");
        }
        adapters.values().forEach(Chosen::requireAvailable);
        Path suite = folder.resolve(SUITE + ".yaml");
        Files.createDirectories(folder);
        Files.writeString(suite, text(project, adapters.keySet(), chosen, pairs));
        Suite duel = SuiteFile.read(suite, options.given(), project.scenarios());
        requireBalance(duel.repeats());
        return new RunSettings(project, duel, List.copyOf(adapters.values()), List.of(), Backends.usual(), run);
    }

    /** The order of start turns from fork to fork; where one order has more forks, the side that starts first is favoured or hindered. */
    private static void requireBalance(Repeats repeats) {
        int forks = repeats.forks();
        if (forks > 1 && (forks % 2 != 0 || repeats.blocks() % forks != 0)) {
            int length = repeats.blocksOfFork();
            int even = 2 * length * Math.max(2, (repeats.blocks() + 2 * length - 1) / (2 * length));
            throw new Problem(repeats.blocks() + " blocks in " + forks
                    + " forks: each of the two starts first in half of the forks, so their number must be even and their"
                    + " length the same: give --blocks " + even);
        }
    }

    private static String firstReason(RunResult result) {
        return result.trials().stream()
                .filter(trial -> !trial.measured())
                .map(trial -> trial.result().reason())
                .findFirst()
                .orElse("the run ended before");
    }

    /** A folder of this name, or of it with a number: what a duel that was refused left is not looked at. */
    private static Path unused(Path parent, String name) {
        Path folder = parent.resolve(name);
        for (int next = 2; Files.exists(folder); next++) {
            folder = parent.resolve(name + "-" + next);
        }
        return folder;
    }

    /** The suite as it is shipped, with other adapters, scenarios and pairs. */
    private static String text(Project project, Collection<String> adapters, List<String> scenarios, List<String> pairs)
            throws IOException {
        List<String> lines = new ArrayList<>();
        boolean ofPairs = false;
        for (String line : Files.readAllLines(project.suites().resolve(SUITE + ".yaml"))) {
            ofPairs &= line.startsWith("    - ");
            if (line.startsWith("adapters:")) {
                lines.add("adapters: " + List.copyOf(adapters));
            } else if (line.startsWith("scenarios:")) {
                lines.add("scenarios: "
                        + scenarios.stream()
                                .map(one -> "'" + one.replace("'", "''") + "'")
                                .toList());
            } else if (line.startsWith("  pairs:")) {
                lines.add(line);
                pairs.forEach(pair -> lines.add("    - " + pair));
                ofPairs = true;
            } else if (!ofPairs) {
                lines.add(line);
            }
        }
        return String.join("\n", lines) + "\n";
    }

    /** B: as it is where both can be up at the same time, else a copy of it. */
    private Adapter other(Project project, Adapter one, Path folder) {
        if (second == null && changes.isEmpty()) {
            throw new Problem(
                    "a duel needs two: name a second adapter, or give --set KEY=VALUE for a changed " + first);
        }
        Path source = folder(project, second == null ? first : second);
        Adapter given = AdapterFolder.read(source, project.root());
        Set<Integer> shared = numbers(one);
        shared.retainAll(numbers(given));
        if (changes.isEmpty() && shared.isEmpty() && !given.name().equals(one.name())) {
            return given;
        }
        Path copy = folder.resolve("adapters").resolve(given.name() + "-2");
        AdapterCopy.make(source, copy, changes);
        return AdapterFolder.read(copy, project.root());
    }

    private static Set<Integer> numbers(Adapter adapter) {
        return adapter.ports().values().stream().map(Port::number).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Path folder(Project project, String named) {
        Path folder = Path.of(named);
        return Files.isRegularFile(folder.resolve(Adapter.FILE_NAME))
                ? folder.toAbsolutePath().normalize()
                : project.catalog().find(named).folder();
    }
}
