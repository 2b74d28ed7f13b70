package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Durations;
import org.busbench.harness.text.Problem;
import org.busbench.record.Integrity;
import org.busbench.record.Ramp;
import org.busbench.record.RunProblem;
import org.busbench.reports.Report;
import org.busbench.reports.jtl.Labels;
import org.busbench.reports.jtl.SampleOptions;
import org.busbench.reports.jtl.SampleRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench report}: draws a run again, or sample logs that JMeter wrote by itself. */
@Command(
        name = "report",
        description =
                "Draws the report of a run from what was recorded, or of JTL files that a JMeter of your own wrote.",
        footer = {
            "",
            "Of JTL files (CSV) the names say what was measured: ADAPTER-SCENARIO-PAYLOAD-cCLIENTS-bREPEAT.jtl, as in",
            "camel-cbr-500-c20.jtl. Parts may be absent: then scenario and clients are read from the rows, where every",
            "level of steady load counts for itself. Files of the same cell are its repeats, which give it intervals."
        },
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

    private static final String OF_JTL = " (JTL files only)";
    private static final String FOLDER = "jtl-report";

    @Parameters(
            paramLabel = "RUN_DIR|FILE.jtl",
            arity = "1..*",
            description = "A folder in runs/, or its name; or JTL files.")
    private List<Path> sources;

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "Adapter against which the others are judged (default: as the run began).")
    private String baseline;

    @Option(
            names = "--integrity",
            paramLabel = "RUN_DIR",
            description = "A run of 'torture': the report says which adapters were wrong in it, and leads to its page.")
    private Path hostile;

    @Option(
            names = "--merge",
            description =
                    "The files are of one test, which several injectors ran at the same time: its users are added and"
                            + " its percentiles computed from all samples. A folder stands for the JTL files in it"
                            + OF_JTL + ".")
    private boolean merge;

    @Option(
            names = "--label",
            paramLabel = "FILE=LABELS",
            description =
                    "What a file is of: ADAPTER,SCENARIO,PAYLOAD,cCLIENTS,bREPEAT, any of them empty; before its name"
                            + OF_JTL + "; repeatable.")
    private List<String> labels = List.of();

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            description = "Left out at the start of each stretch of steady load, in whole seconds (default: 5s)"
                    + OF_JTL + ".")
    private String warmup;

    @Option(
            names = "--error-bound",
            paramLabel = "SHARE",
            description = "Highest share of failed samples with which a cell has a figure, as in 0.001 (default: 0)"
                    + OF_JTL + ".")
    private Double errorBound;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the page goes (default: " + FOLDER + " beside the first file)" + OF_JTL + ".")
    private Path out;

    @Override
    public Integer call() {
        try {
            if (merge) {
                sources = logsIn(sources);
            }
            List<Path> written = sources.stream().anyMatch(ReportCommand::isLog) ? samples() : recorded();
            written.forEach(System.out::println);
            return ExitCode.OK;
        } catch (RunProblem e) {
            throw new Problem(e.getMessage(), e);
        }
    }

    /** Files, and in place of each folder the logs that lie in it, as the pods of a Job leave them. */
    private static List<Path> logsIn(List<Path> sources) {
        List<Path> all = new ArrayList<>();
        for (Path source : sources) {
            if (!Files.isDirectory(source)) {
                all.add(source);
                continue;
            }
            try (Stream<Path> files = Files.list(source)) {
                List<Path> logs =
                        files.filter(ReportCommand::isNamedAsLog).sorted().toList();
                if (logs.isEmpty()) {
                    throw new Problem(source + ": no JTL file lies in this folder; --merge does not look deeper");
                }
                all.addAll(logs);
            } catch (IOException unread) {
                throw new Problem(source + ": cannot be read: " + Problem.brief(unread), unread);
            }
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
            if (hostile != null) {
                throw new Problem("--integrity: " + run + " is a run of 'busbench torture' itself");
            }
            return List.of(Report.integrity(run));
        }
        if (Ramp.isIn(run)) {
            if (baseline != null || hostile != null) {
                throw new Problem("--baseline and --integrity: a run of ramps has neither");
            }
            return List.of(Report.ramps(run));
        }
        if (hostile != null) {
            Path other = RunFolder.of(hostile);
            if (!Integrity.isAlone(other)) {
                throw new Problem("--integrity " + hostile + ": is no run of 'busbench torture': there is no "
                        + Integrity.FILE + " in it");
            }
            return Report.write(run, Optional.ofNullable(baseline), other);
        }
        return baseline == null ? Report.write(run) : Report.write(run, baseline);
    }

    private List<Path> samples() {
        if (hostile != null) {
            throw new Problem("--integrity is for run directories, and " + sources.get(0) + " is none");
        }
        SampleOptions options = new SampleOptions(
                Set.copyOf(Project.current().scenarios().names()),
                labels(),
                warmup == null ? SampleOptions.WARMUP_SECONDS : seconds(warmup),
                errorBound == null ? 0 : errorBound);
        SampleRun samples = merge ? SampleRun.merged(sources, options) : SampleRun.read(sources, options);
        samples.run().remarks().forEach(System.err::println);
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
