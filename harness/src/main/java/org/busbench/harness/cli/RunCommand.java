package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.remote.Hosts;
import org.busbench.harness.remote.HostsRig;
import org.busbench.harness.run.BenchmarkRun;
import org.busbench.harness.run.Forecast;
import org.busbench.harness.run.LocalRig;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.Resumption;
import org.busbench.harness.run.Rig;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.suite.RampSuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.text.Problem;
import org.busbench.record.Ramp;
import org.busbench.record.RecordedRun;
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
        footer = {
            "",
            "Of a URL: tries an ESB that runs already, in one scenario, without any file: verifies it, puts load on it and on the",
            "control 'direct' in turn, for a minute each. It must reach the backends: 'busbench up' prints their addresses.",
            "",
            "A suite may know the truth about its adapters, as selftest does: then several runs are made, and it ends with 1",
            "where the analysis does not find it often enough."
        },
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..1",
            paramLabel = "SUITE|URL",
            description =
                    "Run this suite, a file or a name (default: quick), or try the ESB that serves a scenario at this URL.")
    private String suite;

    @Option(
            names = "--adapter",
            split = ",",
            paramLabel = "NAME",
            description = "Measure only these adapters, in this order.")
    private List<String> adapters = new ArrayList<>();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME|DIR",
            description = "Measure these scenarios, by name or folder, instead of the suite's.")
    private List<String> scenarios = new ArrayList<>();

    @Mixin
    private RunOptions options;

    @Option(names = "--quick", description = "Take the suite's short form: each cell once, for a first impression.")
    private boolean quick;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "Start each mediator anew so often, instead of the suite's forks.")
    private String forks;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Draw the order of the trials from this number, instead of the suite's seed.")
    private String seed;

    @Option(
            names = "--injector",
            paramLabel = "NAME",
            description = "Make the load by nio, jmeter-http or gatling (default: as the suite says).")
    private String injector;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Go on with a run that was killed: its id or directory. Everything else is as it began.")
    private Path resumed;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "Judge the others against this adapter (default: the first mediator).")
    private String baseline;

    @Option(names = "--no-report", description = "Do not draw the report.")
    private boolean noReport;

    @Mixin
    private HostsOptions others;

    @Mixin
    private TargetOptions target;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Hosts> hosts = others.hosts();
        Terminal terminal = options.terminal();
        boolean tried = TargetOptions.isUrl(suite);
        target.require(tried, hosts.isEmpty() || !tried);
        Path ramps = resumed == null && suite != null && !tried
                ? RampSuiteFile.find(Project.current().ramps(), Path.of(suite))
                : null;
        if (ramps != null) {
            RampRuns.refuse(suite, hosts.isPresent() || options.json || isNarrowed());
            RampSuiteFile file = RampSuiteFile.read(ramps);
            return options.dryRun
                    ? RampRuns.dryRun(file, terminal::line)
                    : Interruption.guard(() -> RampRuns.begin(file, options.id(), noReport, terminal::line));
        }
        return Interruption.guard(() -> resumed == null ? begin(hosts, terminal) : resume(hosts, terminal));
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
        RunSettings chosen = chosen();
        RunSettings settings =
                (options.dryRun || hosts.isPresent() ? chosen : chosen.supplied(terminal::line)).withBaseline(baseline);
        settings.unavailable()
                .forEach(missing -> terminal.line("unavailable: " + missing.adapter() + ": " + missing.reason()
                        + (missing.install() == null ? "" : " (what helps: " + missing.install() + ")")));
        Optional<KnownTruth> truth = settings.suite().truth().map(known -> new KnownTruth(settings, known));
        if (options.dryRun) {
            Forecast forecast = RunOptions.plan(settings, !options.noAudit && truth.isEmpty(), terminal);
            truth.ifPresent(known -> terminal.line(known.announcement(forecast.total())));
            return ExitCode.OK;
        }
        if (hosts.isPresent()) {
            return measureOver(hosts.get(), settings.of(settings.suite().on(true)), terminal);
        }
        if (TargetOptions.isUrl(suite) && !target.serves(suite, settings, terminal)) {
            return ExitCode.FAILED;
        }
        return truth.isPresent()
                ? judged(truth.get(), terminal)
                : told(
                        measured(settings, terminal, !options.noAudit, LocalRig::start, BenchmarkRun::execute),
                        terminal);
    }

    private RunSettings chosen() throws IOException {
        Project project = Project.current();
        if (!TargetOptions.isUrl(suite)) {
            return new SuiteChoice(suite, adapters, scenarios, injector, overrides()).settings(project, options.id());
        }
        String file = target.suite(project, suite, scenarios).toString();
        return new SuiteChoice(file, adapters, List.of(), injector, overrides())
                .settings(Project.current(), options.id());
    }

    /** All runs of a suite whose truth is known, up to one that breaks off, and what the analysis made of them. */
    private int judged(KnownTruth truth, Terminal terminal) throws IOException, InterruptedException {
        for (RunSettings one : truth.runs()) {
            RunResult result = measured(one, terminal, false, LocalRig::start, BenchmarkRun::execute);
            int code = told(result, terminal);
            if (result.fault() != null || result.outcome() == RunResult.Outcome.INTERRUPTED) {
                return code;
            }
            truth.add(result.directory());
        }
        return truth.judge(terminal);
    }

    /** A run, or one for each number of CPUs that the mediator is to have, up to one that broke off. */
    private int measureOver(Hosts hosts, RunSettings settings, Terminal terminal)
            throws IOException, InterruptedException {
        if (hosts.mediatorCpus().isEmpty()) {
            return told(
                    measured(settings, terminal, false, on(hosts, Optional.empty(), settings), BenchmarkRun::execute),
                    terminal);
        }
        int code = ExitCode.OK;
        List<Path> runs = new ArrayList<>();
        String name = settings.id() == null
                ? RunDirectory.name(Instant.now(), settings.suite().name())
                : settings.id();
        for (int cpus : hosts.mediatorCpus()) {
            terminal.line("== the mediator on " + cpus + (cpus == 1 ? " CPU" : " CPUs"));
            RunSettings one = settings.named(name + "-cpus-" + cpus);
            RunResult result = measured(one, terminal, false, on(hosts, Optional.of(cpus), one), BenchmarkRun::execute);
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

    private Rig.Starter on(Hosts hosts, Optional<Integer> cpus, RunSettings settings) {
        return HostsRig.on(hosts, cpus, others.sshConfig(), settings);
    }

    /** Prints what a run found, and draws its report; the exit code. */
    private int told(RunResult result, Terminal terminal) {
        show(result, terminal);
        boolean nothing = result.outcome() == RunResult.Outcome.INTERRUPTED
                && result.trials().isEmpty();
        if (TargetOptions.isUrl(suite) && !nothing) {
            TargetOptions.showGaps(result.directory(), terminal);
        }
        int code = result.outcome().exitCode();
        if (nothing) {
            return code;
        }
        try {
            if (options.json) {
                System.out.print(Export.json(result.directory()));
            }
            if (!noReport) {
                terminal.line("");
                terminal.line("report: " + Report.write(result.directory()).get(0));
            }
            return code;
        } catch (RunProblem e) {
            System.err.println("busbench: no report: " + e.getMessage());
            return Math.max(code, ExitCode.FAILED);
        }
    }

    private int resume(Optional<Hosts> hosts, Terminal terminal) throws IOException, InterruptedException {
        if (suite != null || options.id() != null || options.dryRun || isNarrowed()) {
            throw new Problem("--resume goes on with a run as it began: give no suite and no other choice beside it");
        }
        Project project = Project.current();
        if (Ramp.isIn(directory(project))) {
            RampRuns.refuse(resumed.toString(), hosts.isPresent());
            return RampRuns.resume(directory(project), noReport, terminal::line);
        }
        try (Resumption resumption = Resumption.of(project, Backends.usual(), directory(project))) {
            if (resumption.isOverHosts() != hosts.isPresent()) {
                throw new Problem(resumed
                        + (hosts.isPresent()
                                ? " was begun on one machine: leave --hosts out"
                                : " was begun over several hosts: give their file with --hosts"));
            }
            RunSettings settings = resumption.settings();
            Rig.Starter rig = hosts.isPresent() ? on(hosts.get(), cpus(hosts.get()), settings) : LocalRig::start;
            boolean audited = hosts.isEmpty() && !options.noAudit;
            return told(measured(settings, terminal, audited, rig, run -> run.resume(resumption)), terminal);
        }
    }

    /** Each number of CPUs had a run of its own. */
    private static Optional<Integer> cpus(Hosts hosts) {
        if (hosts.mediatorCpus().size() > 1) {
            throw new Problem(hosts.file() + ": cpus is " + hosts.mediatorCpus()
                    + ", and a run is resumed with one number: leave that of this run alone there");
        }
        return hosts.mediatorCpus().stream().findFirst();
    }

    private SuiteOverrides overrides() {
        return options.given()
                .with(SuiteOverrides.Option.QUICK, quick ? "" : null)
                .with(SuiteOverrides.Option.FORKS, forks)
                .with(SuiteOverrides.Option.SEED, seed);
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

    private RunResult measured(RunSettings settings, Terminal terminal, boolean audited, Rig.Starter rig, Start start)
            throws IOException, InterruptedException {
        try (Progress progress = new Progress(terminal, options.quiet, !noReport)) {
            return start.run(new BenchmarkRun(settings, progress, new RecordedVerdicts(progress::note), audited, rig));
        }
    }

    /** An unreadable record is told by the report, which comes next. */
    private static void show(RunResult result, Terminal terminal) {
        if (Files.exists(result.directory().resolve("run.json"))) {
            try {
                RecordedRun run = RunReader.read(result.directory());
                if (!run.trials().isEmpty()) {
                    terminal.line("");
                    ResultTable.lines(Analysis.of(run)).forEach(terminal::line);
                }
                EnoughInjectors.of(run).forEach(found -> terminal.line(found.sentence()));
            } catch (RunProblem e) {
                terminal.line("no figures: " + e.getMessage());
            }
        }
        if (result.fault() != null) {
            System.err.println("busbench: " + result.fault());
        }
    }
}
