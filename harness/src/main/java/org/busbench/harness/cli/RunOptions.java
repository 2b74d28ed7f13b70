package org.busbench.harness.cli;

import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.run.Forecast;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.suite.SuiteOverrides.Option;

/** Options of commands that make a run: what stands in place of keys of the suite file, and how it goes. */
final class RunOptions {

    @picocli.CommandLine.Option(
            names = "--clients",
            paramLabel = "N,N,...",
            description = "Let so many clients ask at the same time, instead of the suite's concurrency.")
    private String clients;

    @picocli.CommandLine.Option(
            names = "--payload",
            paramLabel = "SIZE,...",
            description = "Send messages of these sizes, instead of the suite's payloads.")
    private String payload;

    @picocli.CommandLine.Option(
            names = "--primer",
            paramLabel = "TIME",
            description =
                    "Load a mediator that was just started so long in each scenario, instead of the suite's primer.")
    private String primer;

    @picocli.CommandLine.Option(
            names = "--warmup",
            paramLabel = "TIME",
            description = "Load it so long before each window, such as 500ms, instead of the suite's warmup.")
    private String warmup;

    @picocli.CommandLine.Option(
            names = "--measure",
            paramLabel = "TIME",
            description = "Measure so long in each window, such as 10s, instead of the suite's measure.")
    private String measure;

    @picocli.CommandLine.Option(
            names = "--blocks",
            paramLabel = "N",
            description = "Make exactly so many blocks, also where comparisons are open then.")
    private String blocks;

    @picocli.CommandLine.Option(
            names = "--id",
            paramLabel = "ID",
            description = "Give the run directory this name (default: time and suite).")
    private String id;

    @picocli.CommandLine.Option(
            names = "--dry-run",
            description = "Print the plan and how long it takes; start nothing.")
    boolean dryRun;

    @picocli.CommandLine.Option(
            names = {"-q", "--quiet"},
            description = "Print the result alone.")
    boolean quiet;

    @picocli.CommandLine.Option(
            names = "--json",
            description = "Print the results as JSON (docs/schema/results-2.schema.json), all else on standard error.")
    boolean json;

    @picocli.CommandLine.Option(names = "--no-audit", description = "Do not audit the adapters for parity first.")
    boolean noAudit;

    /** The name of the run; null for one of time and suite. */
    String id() {
        return id == null ? null : RunDirectory.checked(id);
    }

    /** Where everything is said but the results as JSON. */
    Terminal terminal() {
        return new Terminal(json ? System.err : System.out, !quiet && Boolean.getBoolean("busbench.terminal"));
    }

    /** Prints the plan of a run and how long it takes. */
    static Forecast plan(RunSettings settings, boolean audited, Terminal terminal) {
        Forecast forecast = settings.forecast(audited, 0, 0);
        PlanLines.of(forecast).forEach(terminal::line);
        return forecast;
    }

    SuiteOverrides given() {
        return SuiteOverrides.NONE
                .with(Option.CLIENTS, clients)
                .with(Option.PAYLOAD, payload)
                .with(Option.PRIMER, primer)
                .with(Option.WARMUP, warmup)
                .with(Option.MEASURE, measure)
                .with(Option.BLOCKS, blocks);
    }
}
