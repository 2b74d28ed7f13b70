package org.busbench.harness.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Durations;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import org.busbench.record.Integrity;
import org.busbench.record.Ramp;
import org.busbench.reports.Export;
import org.busbench.reports.Export.Format;
import org.busbench.reports.Report;
import org.busbench.reports.jtl.Labels;
import org.busbench.reports.jtl.SampleOptions;
import org.busbench.reports.jtl.SampleRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench report}: draws a run again, or sample logs that JMeter wrote by itself, or says it for other programs. */
@Command(
        name = "report",
        description =
                "Draws the report of a run from what was recorded, or of JTL files that a JMeter of your own wrote. With"
                        + " --format it writes what a run says as files for other programs and for CI instead.",
        footer = {
            "",
            "Of JTL files (CSV) the names say what was measured: ADAPTER-SCENARIO-PAYLOAD-cCLIENTS-bREPEAT.jtl, as in",
            "camel-cbr-500-c20.jtl. Parts may be absent: then scenario and clients are read from the rows, where every",
            "level of steady load counts for itself. Files of the same cell are its repeats, which give it intervals.",
            "",
            "With --format:",
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
final class ReportCommand implements Callable<Integer> {

    private static final String OF_JTL = " (JTL files only)";
    private static final String FOLDER = "jtl-report";
    private static final String CPUS = "cpus";

    @Parameters(
            paramLabel = "RUN_DIR|FILE.jtl",
            arity = "1..*",
            description =
                    "Draw this folder in runs/, of which the name is enough (several for the format cpus alone), or these JTL files.")
    private List<Path> sources;

    @Option(
            names = "--format",
            split = ",",
            paramLabel = "FORMAT",
            description = "Write this format: json, markdown, junit, csv or cpus; several with commas, or repeated.")
    private List<String> formats = List.of();

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "Judge the others against this adapter (default: as the run began).")
    private String baseline;

    @Option(
            names = "--merge",
            description =
                    "Take the files for one test, which several injectors ran at the same time: its users are added and"
                            + " its percentiles computed from all samples. A folder stands for the JTL files in it"
                            + OF_JTL + ".")
    private boolean merge;

    @Option(
            names = "--label",
            paramLabel = "FILE=LABELS",
            description =
                    "Say what a file is of, before its name: ADAPTER,SCENARIO,PAYLOAD,cCLIENTS,bREPEAT, any of them empty"
                            + OF_JTL + "; repeatable.")
    private List<String> labels = List.of();

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description =
                    "Leave out so much at the start of each stretch of steady load, in whole seconds (default: 5s)"
                            + OF_JTL + ".")
    private String warmup;

    @Option(
            names = "--error-bound",
            paramLabel = "SHARE",
            description =
                    "Give a cell a figure up to this share of failed samples, as in 0.001 (default: 0)" + OF_JTL + ".")
    private Double errorBound;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Write files to this folder: those of --format (default: here), or the page of JTL files (default: "
                            + FOLDER + " beside the first one).")
    private Path out;

    @Override
    public Integer call() {
        written().forEach(System.out::println);
        return ExitCode.OK;
    }

    private List<Path> written() {
        if (!formats.isEmpty()) {
            return exported();
        }
        if (merge) {
            sources = logsIn(sources);
        }
        return sources.stream().anyMatch(ReportCommand::isLog) ? samples() : recorded();
    }

    private List<Path> exported() {
        if (merge || !labels.isEmpty() || warmup != null || errorBound != null || baseline != null) {
            throw new Problem(
                    "--format writes what a run says as it was recorded: of the other options it knows --out");
        }
        Path folder = out == null ? Path.of(".") : out;
        List<Path> runs = sources.stream().map(RunFolder::of).toList();
        List<Path> written = new ArrayList<>();
        Set<Format> wanted = EnumSet.noneOf(Format.class);
        try {
            for (String name : formats) {
                if (name.equalsIgnoreCase(CPUS)) {
                    written.add(Export.cpus(runs, folder));
                } else {
                    wanted.add(Export.format(name));
                }
            }
            if (!wanted.isEmpty()) {
                written.addAll(exported(runs, wanted, folder));
            }
            return written;
        } catch (IllegalArgumentException e) {
            throw new Problem(e.getMessage(), e);
        }
    }

    private List<Path> exported(List<Path> runs, Set<Format> wanted, Path folder) {
        if (runs.size() > 1) {
            throw new Problem("several runs go into one file in the format cpus alone; give one run for " + wanted);
        }
        Path run = runs.get(0);
        if (Integrity.isAlone(run)) {
            return Export.integrity(run, wanted, folder);
        }
        return Ramp.isIn(run) ? Export.ramps(run, wanted, folder) : Export.write(run, wanted, folder);
    }

    /** Files, and in place of each folder the logs that lie in it, as the pods of a Job leave them. */
    private static List<Path> logsIn(List<Path> sources) {
        List<Path> all = new ArrayList<>();
        for (Path source : sources) {
            if (!Files.isDirectory(source)) {
                all.add(source);
                continue;
            }
            List<Path> logs = Problem.ifFails("cannot list " + source, () -> Listing.of(source)).stream()
                    .filter(ReportCommand::isNamedAsLog)
                    .toList();
            if (logs.isEmpty()) {
                throw new Problem(source + ": no JTL file lies in this folder; --merge does not look deeper");
            }
            all.addAll(logs);
        }
        return all;
    }

    private static boolean isNamedAsLog(Path file) {
        return file.toString().matches("(?i).*\\.(jtl|csv)(\\.gz)?");
    }

    /** Whether a path is a log. Its name counts too, so that a missing log is not called a missing run. */
    private static boolean isLog(Path source) {
        return !Files.isDirectory(source) && (Files.exists(source) || isNamedAsLog(source));
    }

    private List<Path> recorded() {
        if (!labels.isEmpty() || merge || warmup != null || errorBound != null || out != null) {
            throw new Problem("--merge, --label, --warmup, --error-bound and --out are for JTL files, and "
                    + sources.get(0) + " is none");
        }
        if (sources.size() > 1) {
            throw new Problem("one run at a time: " + sources.get(1) + " is too many, or no JTL file that is there");
        }
        Path run = RunFolder.of(sources.get(0));
        if (Integrity.isAlone(run)) {
            if (baseline != null) {
                throw new Problem("--baseline: the record of 'busbench torture' has none");
            }
            return List.of(Report.integrity(run));
        }
        if (Ramp.isIn(run)) {
            if (baseline != null) {
                throw new Problem("--baseline: a run of ramps has none");
            }
            return List.of(Report.ramps(run));
        }
        return Report.write(run, baseline, Project.current().root());
    }

    private List<Path> samples() {
        SampleOptions options = new SampleOptions(
                Set.copyOf(Project.current().scenarios().names()),
                labels(),
                warmup == null ? SampleOptions.WARMUP_SECONDS : seconds(warmup),
                errorBound == null ? 0 : errorBound);
        SampleRun samples = merge ? SampleRun.merged(sources, options) : SampleRun.read(sources, options);
        samples.run().remarks().forEach(remark -> System.err.println(Busbench.oneLine(remark)));
        return Report.write(
                samples,
                Optional.ofNullable(baseline),
                out == null ? sources.get(0).resolveSibling(FOLDER) : out);
    }

    private Map<String, Labels> labels() {
        Map<String, Labels> found = new HashMap<>();
        for (String label : labels) {
            int sign = label.lastIndexOf('=');
            if (sign < 1) {
                throw new Problem("--label '" + label + "' must be FILE=ADAPTER,SCENARIO,PAYLOAD,cCLIENTS,bREPEAT");
            }
            if (found.put(label.substring(0, sign), Labels.parse(label.substring(sign + 1))) != null) {
                throw new Problem("--label names " + label.substring(0, sign) + " twice");
            }
        }
        return found;
    }

    private static int seconds(String text) {
        Duration time = Durations.parse(text)
                .filter(found -> found.toMillis() % 1000 == 0 && found.toHours() < 48)
                .orElseThrow(() -> new Problem("--warmup '" + text + "' must be whole seconds, as in 5s or 1m"));
        return Math.toIntExact(time.toSeconds());
    }
}
