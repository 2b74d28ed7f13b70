package org.busbench.harness.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.busbench.harness.cli.ResultTable.RateTables;
import org.busbench.harness.forecast.EarlierRuns;
import org.busbench.harness.forecast.Forecast;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.process.Backends;
import org.busbench.harness.remote.Hosts;
import org.busbench.harness.remote.HostsRun;
import org.busbench.harness.run.BenchmarkRun;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.Resumption;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.suite.RampSuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.text.Problem;
import org.busbench.record.Purpose;
import org.busbench.record.Ramp;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.reports.Export;
import org.busbench.reports.Report;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.CpuCurve;
import org.busbench.reports.analysis.EnoughInjectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench run}: a suite, from start to report. */
@Command(
        name = "run",
        description = {
            "Runs a suite: verifies, measures, records, and draws the report. A suite of ramps (docs/injectors.md) compares",
            "injectors; of the options it knows --id, --dry-run, --no-report and --resume alone."
        },
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "SUITE", description = "Suite file or name (default: quick).")
    private Path suite;

    @Option(names = "--adapter", split = ",", paramLabel = "NAME", description = "Only these adapters, in this order.")
    private List<String> adapters = new ArrayList<>();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME|DIR",
            description = "These scenarios, by name or folder, instead of the suite's.")
    private List<String> scenarios = new ArrayList<>();

    @Mixin
    private OverrideOptions overrides;

    @Option(names = "--quick", description = "The suite's short form: each cell once, for a first impression.")
    private boolean quick;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Start each mediator anew so often, instead of the suite's forks.")
    private String forks;

    @Option(names = "--id", paramLabel = "ID", description = "Name of the run directory (default: time and suite).")
    private String id;

    @Option(
            names = "--injector",
            paramLabel = "NAME",
            description = "nio, jmeter-http or gatling (default: as the suite says).")
    private String injector;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Go on with a run that was killed: its id or directory. Everything else is as it began.")
    private Path resumed;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "Adapter against which the others are judged (default: the first mediator).")
    private String baseline;

    @Option(names = "--dry-run", description = "Print the plan and how long it takes; start nothing.")
    private boolean dryRun;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print the result alone.")
    private boolean quiet;

    @Option(
            names = "--json",
            description = "Print the results as JSON (docs/schema/results-2.schema.json), all else on standard error.")
    private boolean json;

    @Option(names = "--no-audit", description = "Do not audit the adapters for parity first.")
    private boolean noAudit;

    @Option(names = "--no-report", description = "Do not draw the report.")
    private boolean noReport;

    @Mixin
    private HostsOptions others;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Hosts> hosts = others.hosts();
        if (hosts.isPresent() && resumed != null) {
            throw new Problem("a run with --hosts does not know --resume: leave it out");
        }
        Terminal terminal =
                new Terminal(json ? System.err : System.out, !quiet && Boolean.getBoolean("busbench.terminal"));
        Path ramps = resumed == null ? RampSuiteFile.find(Project.current().ramps(), suite) : null;
        if (ramps != null) {
            RampRuns.refuse(suite, hosts.isPresent() || json || isNarrowed());
            RampSuiteFile file = RampSuiteFile.read(ramps);
            return dryRun
                    ? RampRuns.dryRun(file, terminal::line)
                    : Interruption.guard(() -> RampRuns.begin(file, id, noReport, terminal::line));
        }
        return Interruption.guard(() -> resumed == null ? begin(hosts, terminal) : resume(terminal));
    }

    /** Whether something stands beside the suite that says what is measured. */
    private boolean isNarrowed() {
        return injector != null
                || baseline != null
                || !adapters.isEmpty()
                || !scenarios.isEmpty()
                || !overrides().words().isEmpty();
    }

    private int begin(Optional<Hosts> hosts, Terminal terminal) throws IOException, InterruptedException {
        RunSettings chosen =
                new SuiteChoice(suite, adapters, scenarios, injector, overrides()).settings(Project.current(), id);
        RunSettings settings =
                (dryRun || hosts.isPresent() ? chosen : chosen.supplied(terminal::line)).withBaseline(baseline);
        settings.unavailable()
                .forEach(missing -> terminal.line("unavailable: " + missing.adapter() + ": " + missing.reason()
                        + (missing.install() == null ? "" : " (install it with: " + missing.install() + ")")));
        if (dryRun) {
            EarlierRuns earlier = EarlierRuns.in(settings.project().runs());
            earlier.unreadable().forEach(terminal::line);
            PlanLines.of(settings.forecast(!noAudit, Forecast.Done.NOTHING, earlier))
                    .forEach(terminal::line);
            return ExitCode.OK;
        }
        return hosts.isPresent()
                ? measureOver(hosts.get(), settings, terminal)
                : measure(settings, terminal, BenchmarkRun::execute);
    }

    /** A run, or one for each number of CPUs that the mediator is to have, up to one that broke off. */
    private int measureOver(Hosts hosts, RunSettings settings, Terminal terminal) throws IOException {
        if (hosts.mediatorCpus().isEmpty()) {
            return told(over(hosts, settings, Optional.empty(), terminal), terminal);
        }
        int code = ExitCode.OK;
        List<Path> runs = new ArrayList<>();
        String name = settings.id() == null
                ? String.format(
                        Locale.ROOT,
                        "%tF-%<tH%<tM%<tS-%s",
                        ZonedDateTime.now(ZoneOffset.UTC),
                        settings.suite().name())
                : settings.id();
        for (int cpus : hosts.mediatorCpus()) {
            terminal.line("== the mediator on " + cpus + (cpus == 1 ? " CPU" : " CPUs"));
            RunResult result = over(hosts, settings.named(name + "-cpus-" + cpus), Optional.of(cpus), terminal);
            code = Math.max(code, told(result, terminal));
            if (!result.trials().isEmpty()) {
                runs.add(result.directory());
            }
            if (result.outcome() == RunResult.Outcome.INTERRUPTED || result.outcome() == RunResult.Outcome.FAILED) {
                break;
            }
        }
        terminal.line("");
        terminal.line(
                CpuCurve.markdown(CpuCurve.of(runs.stream().map(RunReader::read).toList()))
                        .strip());
        return code;
    }

    private RunResult over(Hosts hosts, RunSettings settings, Optional<Integer> cpus, Terminal terminal)
            throws IOException {
        try (Progress progress = new Progress(terminal, quiet, !noReport)) {
            return new HostsRun(settings, hosts, cpus, others.sshConfig(), progress).execute();
        }
    }

    /** Prints what a run found, and draws its report; the exit code. */
    private int told(RunResult result, Terminal terminal) {
        show(result, terminal);
        showRates(result, terminal);
        showInjectors(result, terminal);
        boolean nothing = result.outcome() == RunResult.Outcome.INTERRUPTED
                && result.trials().isEmpty();
        int jsonCode = json && !nothing ? printJson(result.directory(), System.err) : ExitCode.OK;
        int reportCode = noReport || nothing ? ExitCode.OK : report(result.directory(), terminal, System.err);
        return Math.max(result.outcome().exitCode(), Math.max(reportCode, jsonCode));
    }

    private int resume(Terminal terminal) throws IOException, InterruptedException {
        if (suite != null || id != null || dryRun || isNarrowed()) {
            throw new Problem("--resume goes on with a run as it began: give no suite and no other choice beside it");
        }
        Project project = Project.current();
        if (Ramp.isIn(directory(project))) {
            return RampRuns.resume(directory(project), noReport, terminal::line);
        }
        try (Resumption resumption = Resumption.of(project, Backends.usual(), directory(project))) {
            return measure(resumption.settings(), terminal, run -> run.resume(resumption));
        }
    }

    private SuiteOverrides overrides() {
        return overrides
                .given()
                .with(SuiteOverrides.Option.QUICK, quick ? "" : null)
                .with(SuiteOverrides.Option.FORKS, forks);
    }

    private Path directory(Project project) {
        Path byId = project.runs().resolve(resumed);
        Path directory = Files.isDirectory(resumed) ? resumed : byId;
        if (!Files.isDirectory(directory)) {
            throw new Problem("no run " + resumed + ": neither a folder nor an id in " + project.runs());
        }
        return directory;
    }

    /** Does a run that is new, or goes on with one. */
    @FunctionalInterface
    private interface Start {
        RunResult run(BenchmarkRun run) throws IOException, InterruptedException;
    }

    private int measure(RunSettings settings, Terminal terminal, Start start) throws IOException, InterruptedException {
        RunResult result;
        try (Progress progress = new Progress(terminal, quiet, !noReport)) {
            result = start.run(new BenchmarkRun(settings, progress, new RecordedVerdicts(), !noAudit));
        }
        return told(result, terminal);
    }

    static void show(RunResult result, Terminal terminal) {
        if (!result.trials().isEmpty()) {
            terminal.line("");
            ResultTable.lines(result.trials(), order(result.plan())).forEach(terminal::line);
        }
        if (result.fault() != null) {
            System.err.println("busbench: " + result.fault());
        }
    }

    /** An unreadable record is told by the report, which comes next. */
    private static void showRates(RunResult result, Terminal terminal) {
        boolean any = result.trials().stream().anyMatch(trial -> trial.purpose() != Purpose.COMPARISON);
        if (any) {
            try {
                RateTables.lines(Analysis.of(RunReader.read(result.directory())))
                        .forEach(terminal::line);
            } catch (RunProblem e) {
                terminal.line("no rates: " + e.getMessage());
            }
        }
    }

    static int report(Path directory, Terminal terminal, PrintStream err) {
        try {
            terminal.line("");
            terminal.line("report: " + Report.write(directory).get(0));
            return ExitCode.OK;
        } catch (RunProblem e) {
            err.println("busbench: no report: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private static int printJson(Path directory, PrintStream err) {
        try {
            System.out.print(Export.json(directory));
            System.out.flush();
            return ExitCode.OK;
        } catch (RunProblem e) {
            err.println("busbench: no results: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    /** Prints the result of the calibration of injectors on hosts of their own. */
    private static void showInjectors(RunResult result, Terminal terminal) {
        if (result.plan().suite().load().calibrate() && Files.exists(result.directory())) {
            try {
                EnoughInjectors.of(RunReader.read(result.directory()))
                        .forEach(found -> terminal.line(found.sentence()));
            } catch (RunProblem e) {
                terminal.line("no calibration: " + e.getMessage());
            }
        }
    }

    private static List<Cell> order(Plan plan) {
        return plan.comparisons().stream()
                .flatMap(comparison -> plan.cells(comparison).stream())
                .toList();
    }
}
