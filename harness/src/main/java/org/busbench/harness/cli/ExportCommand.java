package org.busbench.harness.cli;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.busbench.harness.text.Problem;
import org.busbench.record.Integrity;
import org.busbench.record.Ramp;
import org.busbench.record.RunProblem;
import org.busbench.reports.Export;
import org.busbench.reports.Export.Format;
import org.busbench.reports.analysis.Analysis.Selection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench export}: what a run says, for other programs. */
@Command(
        name = "export",
        description = "Writes what a run says as files for other programs and for CI.",
        footer = {
            "",
            "csv       trials.csv, seconds.csv, latencies.csv: one row a trial, a second of a trial, a quantile of a cell",
            "markdown  results.md: a table for each scenario and size",
            "json      results.json: cells with memory, distribution and seconds, intervals, verdicts, flags",
            "          (docs/schema/results-2.schema.json)",
            "junit     cells.xml: a test case for each cell; failed when it broke off, gave wrong answers, or its figures",
            "          are spoilt; skipped when its adapter declares that it does not do the job, or it was not reached",
            "cpus      cpus.md: of runs whose mediator was kept to 1, 2, 4, ... CPUs, TPS and cost by CPU, and the",
            "          Universal Scalability Law over at least four of them (docs/hosts.md)",
            "",
            "Of a run of 'torture':",
            "csv       integrity.csv, integrity-counts.csv: one row an adapter and case, an adapter and class;",
            "          integrity-figures.csv: one row a figure of good traffic beside an attack",
            "json      integrity-results.json: verdicts, reasons, counts by class, objections",
            "          (docs/schema/integrity-results-1.schema.json)",
            "",
            "Of a run of ramps (docs/injectors.md):",
            "json      ramp-results.json: figures of each ramp, what limited it, claims with their answers"
        },
        mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {

    private static final String CPUS = "cpus";

    @Parameters(
            arity = "1..*",
            paramLabel = "RUN_DIR",
            description = "A folder in runs/, or its name; several for cpus alone.")
    private List<Path> directories;

    @Option(
            names = "--format",
            required = true,
            split = ",",
            paramLabel = "FORMAT",
            description = "json, markdown, junit, csv or cpus; several with commas, or repeated.")
    private List<String> formats;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder to write to; made when it is not there (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of(".");

    @Option(names = "--scenario", split = ",", paramLabel = "NAME", description = "Only these scenarios.")
    private List<String> scenarios = List.of();

    @Option(names = "--payload", split = ",", paramLabel = "SIZE", description = "Only these message sizes.")
    private List<String> payloads = List.of();

    @Override
    public Integer call() {
        try {
            Set<Format> wanted = EnumSet.noneOf(Format.class);
            for (String name : formats) {
                if (name.equalsIgnoreCase(CPUS)) {
                    System.out.println(
                            Export.cpus(directories.stream().map(RunFolder::of).toList(), out));
                } else {
                    wanted.add(Export.format(name));
                }
            }
            if (!wanted.isEmpty() && directories.size() > 1) {
                throw new Problem("several runs go into one file in the format cpus alone; give one run for " + wanted);
            }
            if (!wanted.isEmpty() && Integrity.isAlone(RunFolder.of(directories.get(0)))) {
                if (!scenarios.isEmpty() || !payloads.isEmpty()) {
                    throw new Problem("--scenario and --payload: a run of 'busbench torture' has neither");
                }
                Export.integrity(RunFolder.of(directories.get(0)), wanted, out).forEach(System.out::println);
            } else if (!wanted.isEmpty() && Ramp.isIn(RunFolder.of(directories.get(0)))) {
                Export.ramps(RunFolder.of(directories.get(0)), wanted, out).forEach(System.out::println);
            } else if (!wanted.isEmpty()) {
                Export.write(RunFolder.of(directories.get(0)), wanted, new Selection(scenarios, payloads), out)
                        .forEach(System.out::println);
            }
            return ExitCode.OK;
        } catch (RunProblem | IllegalArgumentException e) {
            throw new Problem(e.getMessage(), e);
        }
    }
}
