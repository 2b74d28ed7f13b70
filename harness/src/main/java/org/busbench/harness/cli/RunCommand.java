package org.busbench.harness.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.run.BenchmarkRun;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.text.Durations;
import org.busbench.reports.Report;
import org.busbench.reports.run.RunProblem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench run}: a suite, from start to report. */
@Command(
        name = "run",
        description = "Runs a suite: verifies, measures, records, and draws the report.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "SUITE", description = "Suite file or name (default: quick).")
    private Path suite;

    @Option(names = "--adapter", split = ",", paramLabel = "NAME", description = "Only these adapters, in this order.")
    private List<String> adapters = new ArrayList<>();

    @Option(names = "--scenario", split = ",", paramLabel = "NAME", description = "Only these scenarios.")
    private List<String> scenarios = new ArrayList<>();

    @Option(names = "--id", paramLabel = "ID", description = "Name of the run directory (default: time and suite).")
    private String id;

    @Option(names = "--dry-run", description = "Print the plan and how long it takes; start nothing.")
    private boolean dryRun;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print the result alone.")
    private boolean quiet;

    @Option(names = "--no-report", description = "Do not draw the report.")
    private boolean noReport;

    @Override
    public Integer call() {
        RunSettings settings = new SuiteChoice(suite, adapters, scenarios).settings(Project.current(), id);
        Terminal terminal = new Terminal(System.out, !quiet && Boolean.getBoolean("busbench.terminal"));
        settings.unavailable()
                .forEach(missing -> terminal.line("unavailable: " + missing.adapter() + ": " + missing.reason()
                        + " (install it with: " + missing.install() + ")"));
        if (dryRun) {
            print(settings.plan(), terminal);
            return ExitCode.OK;
        }
        try (Interruption interruption = new Interruption()) {
            RunResult result = execute(settings, terminal);
            show(result, terminal);
            int reportCode = noReport ? ExitCode.OK : report(result.directory(), terminal, System.err);
            return interruption.requested()
                    ? RunResult.Outcome.INTERRUPTED.exitCode()
                    : Math.max(result.outcome().exitCode(), reportCode);
        }
    }

    private RunResult execute(RunSettings settings, Terminal terminal) {
        try (Progress progress = new Progress(terminal, quiet)) {
            return new BenchmarkRun(settings, progress).execute();
        }
    }

    private static void show(RunResult result, Terminal terminal) {
        if (!result.trials().isEmpty()) {
            terminal.line("");
            ResultTable.lines(result.trials(), order(result.plan())).forEach(terminal::line);
        }
        if (result.fault() != null) {
            System.err.println("busbench: " + result.fault());
        }
    }

    private static int report(Path directory, Terminal terminal, PrintStream err) {
        try {
            terminal.line("");
            terminal.line("report: " + Report.write(directory).get(0));
            return ExitCode.OK;
        } catch (RunProblem e) {
            err.println("busbench: no report: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private static List<Cell> order(Plan plan) {
        List<Cell> cells = new ArrayList<>();
        for (String scenario : plan.suite().scenarios()) {
            for (String payload : plan.suite().payloads()) {
                for (int concurrency : plan.suite().concurrency()) {
                    plan.adapters().forEach(adapter -> cells.add(new Cell(adapter, scenario, payload, concurrency)));
                }
            }
        }
        return cells;
    }

    private static void print(Plan plan, Terminal terminal) {
        TextTable table = new TextTable(List.of("trial", "block", "scenario", "payload", "clients", "adapter"));
        for (Trial trial : plan.trials()) {
            Cell cell = trial.cell();
            table.row(List.of(
                    Integer.toString(trial.number()),
                    Integer.toString(trial.block()),
                    cell.scenario(),
                    cell.payload(),
                    Integer.toString(cell.concurrency()),
                    cell.adapter()));
        }
        table.lines().forEach(terminal::line);
        terminal.line("");
        terminal.line(plan.suite().name() + ": " + Progress.trials(plan.trials().size()) + ", about "
                + Durations.show(plan.expectedDuration()));
    }
}
