package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RampsRun;
import org.busbench.harness.suite.RampSuiteFile;
import org.busbench.harness.text.Durations;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import org.busbench.record.RampSuite;
import org.busbench.reports.Report;
import org.busbench.reports.results.RampResults;

/** The part of {@code busbench run} that is for suites of ramps. */
final class RampRuns {
    private static final String NO_CHOICE =
            " compares injectors along ramps: of the options it knows --id, --dry-run, --no-report and --resume alone";

    private RampRuns() {}

    /** Prints what would be driven. */
    static int dryRun(RampSuiteFile file, Consumer<String> out) {
        RampSuite suite = file.suite();
        out.accept(suite.name() + ": " + suite.plan().size() + " ramps of " + suite.rampSeconds() + " s, about "
                + Durations.show(RampsRun.forecast(suite)));
        suite.plan()
                .forEach(ramp ->
                        out.accept("  " + ramp.repeat() + ": " + ramp.injector().name() + " from 1 to " + ramp.to()));
        return ExitCode.OK;
    }

    static void refuse(String suite, boolean chosen) {
        if (chosen) {
            throw new Problem(suite + NO_CHOICE);
        }
    }

    /** Drives a suite, and draws its page. */
    static int begin(RampSuiteFile file, String id, boolean noReport, Consumer<String> out)
            throws IOException, InterruptedException {
        Project project = Project.current();
        out.accept(file.suite().name() + ": " + file.suite().plan().size() + " ramps, about "
                + Durations.show(RampsRun.forecast(file.suite())));
        return told(new RampsRun(project, out).begin(file, id), noReport, out);
    }

    static int resume(Path folder, boolean noReport, Consumer<String> out) throws IOException, InterruptedException {
        return told(new RampsRun(Project.current(), out).resume(folder), noReport, out);
    }

    private static int told(Path folder, boolean noReport, Consumer<String> out) {
        RampResults results = RampResults.read(folder);
        out.accept("");
        TextTable table = new TextTable(List.of("injector", "to", "kept up to", "peak", "CPU µs", "why"));
        results.cells()
                .forEach(cell -> table.row(List.of(
                        cell.injector(),
                        Integer.toString(cell.to()),
                        cell.held() == null
                                ? "-"
                                : Long.toString(Math.round(cell.held().median())),
                        cell.figure(figures -> figures.peak())
                                .map(range -> Long.toString(Math.round(range.median())))
                                .orElse("-"),
                        cell.figure(figures -> figures.cpuMicros())
                                .map(range -> Long.toString(Math.round(range.median())))
                                .orElse("-"),
                        cell.why())));
        table.lines().forEach(out);
        out.accept("");
        results.claims()
                .forEach(claim -> out.accept(claim.answer().words() + ": "
                        + claim.claim().text() + (claim.reason().isEmpty() ? "" : " (" + claim.reason() + ")")));
        if (!noReport) {
            out.accept("");
            out.accept("report: " + Report.ramps(folder));
        }
        boolean failed = results.cells().stream()
                .anyMatch(cell -> cell.ramps().stream().anyMatch(ramp -> ramp.figures() == null));
        return failed ? ExitCode.FAILED : ExitCode.OK;
    }

    static List<RampSuite> all(Path folder) {
        return Files.isDirectory(folder)
                ? Listing.yaml(folder).stream()
                        .map(file -> RampSuiteFile.read(file).suite())
                        .toList()
                : List.of();
    }
}
