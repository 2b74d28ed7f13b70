package org.busbench.reports;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.export.TrialsCsv;
import org.busbench.reports.page.Page;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.run.RecordedRun;
import org.busbench.reports.run.RunProblem;
import org.busbench.reports.run.RunReader;

/** Draws a run from its directory alone. */
public final class Report {

    private static final int BAD_INPUT = 2;

    private Report() {}

    /**
     * Writes {@code index.html} and {@code trials.csv} into a run directory, over those of an earlier time.
     *
     * @param runDirectory what a run left, complete or not
     * @return the paths written, the page first
     * @throws RunProblem with one line for people, when the directory cannot be read or written
     */
    public static List<Path> write(Path runDirectory) {
        RecordedRun run = RunReader.read(runDirectory);
        return write(runDirectory, run, Analysis.of(run));
    }

    /**
     * The same with another baseline than that of the run.
     *
     * @param runDirectory what a run left, complete or not
     * @param baseline name of the adapter against which the others are judged
     * @return the paths written, the page first
     * @throws RunProblem with one line for people, when the directory cannot be read or written, or the run has no such
     *     adapter
     */
    public static List<Path> write(Path runDirectory, String baseline) {
        RecordedRun run = RunReader.read(runDirectory);
        try {
            return write(runDirectory, run, Analysis.of(run, baseline));
        } catch (IllegalArgumentException e) {
            throw new RunProblem(runDirectory + ": " + e.getMessage(), e);
        }
    }

    private static List<Path> write(Path runDirectory, RecordedRun run, Analysis analysis) {
        String page = Page.of(analysis, RawData.of(runDirectory));
        return List.of(
                replace(runDirectory.resolve("index.html"), page),
                replace(runDirectory.resolve("trials.csv"), TrialsCsv.of(run.trials())));
    }

    private static Path replace(Path file, String text) {
        Path draft = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(draft, text);
            return Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new RunProblem(file + ": cannot be written: " + e, e);
        }
    }

    /**
     * Draws the run directories that are named on the command line.
     *
     * @param arguments run directories
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out, System.err));
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        if (arguments.length == 0) {
            err.println("usage: Report RUN_DIRECTORY...");
            return BAD_INPUT;
        }
        try {
            for (String directory : arguments) {
                write(Path.of(directory)).forEach(out::println);
            }
            return 0;
        } catch (RunProblem e) {
            err.println(e.getMessage());
            return BAD_INPUT;
        }
    }
}
