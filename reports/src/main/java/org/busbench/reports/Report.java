package org.busbench.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.record.Adapter;
import org.busbench.record.ProgramFiles;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.record.RunningProcess;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.check.Manifest;
import org.busbench.reports.export.Csv;
import org.busbench.reports.jtl.SampleRun;
import org.busbench.reports.page.IntegrityPage;
import org.busbench.reports.page.Page;
import org.busbench.reports.page.RampPage;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.IntegrityResults;
import org.busbench.reports.results.RampResults;

/** Draws a run from its directory alone, or from sample logs that JMeter wrote by itself. */
public final class Report {

    private static final String PAGE = "index.html";

    private Report() {}

    /**
     * Writes {@code index.html} and {@code trials.csv} into a run directory, over those of an earlier time.
     *
     * @throws RunProblem with one line for people, when the directory cannot be read or written
     */
    public static List<Path> write(Path runDirectory) {
        RecordedRun run = RunReader.read(runDirectory);
        return write(runDirectory, run, Page.of(Analysis.of(run), RawData.of(runDirectory)));
    }

    /**
     * Writes {@code index.html} of a run that goes on, which reloads itself.
     *
     * @param howFar for people, as in {@code 12 of 96 trials, about 3 min left}
     * @throws RunProblem with one line for people, when the directory cannot be read or written
     */
    public static Path underway(Path runDirectory, String howFar) {
        Analysis analysis = Analysis.of(RunReader.read(runDirectory));
        return replace(runDirectory.resolve(PAGE), Page.underway(analysis, RawData.of(runDirectory), howFar));
    }

    /**
     * The same of a run of any age. Where a mediator's program in the checkout is another one today, the page says so and is grey.
     *
     * @param baseline in place of that of the run; null for the run's own
     * @param project the checkout, with what is built in it
     * @throws RunProblem with one line for people, when the directory cannot be read or written, or the run has no such
     *     adapter
     */
    public static List<Path> write(Path runDirectory, String baseline, Path project) {
        RecordedRun run = RunReader.read(runDirectory);
        try {
            Analysis analysis = baseline == null ? Analysis.of(run) : Analysis.of(run, baseline);
            return write(runDirectory, run, Page.of(analysis, RawData.of(runDirectory), older(run, project)));
        } catch (IOException e) {
            throw new RunProblem(project + ": its programs cannot be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new RunProblem(runDirectory + ": " + e.getMessage(), e);
        }
    }

    /**
     * Writes {@code index.html} and {@code trials.csv} of sample logs into a folder, which is made when it is not there,
     * over those of an earlier time.
     *
     * @param baseline name of the adapter against which the others are judged; empty for the first mediator
     * @throws RunProblem with one line for people, when the folder cannot be written, or holds a run or somebody else's
     *     page, or no log is of the baseline
     */
    public static List<Path> write(SampleRun samples, Optional<String> baseline, Path folder) {
        RecordedRun run = samples.run();
        if (Files.exists(folder.resolve("run.json"))) {
            throw new RunProblem(folder + ": is a run directory, whose own report must stay; give another --out");
        }
        Path page = folder.resolve(PAGE);
        try {
            if (Files.exists(page) && !Files.readString(page).contains("<p class=\"brand\">busbench</p>")) {
                throw new RunProblem(page + ": is no page of busbench, so it stays; give another --out");
            }
            Analysis analysis = baseline.map(name -> Analysis.of(run, name)).orElseGet(() -> Analysis.of(run));
            Files.createDirectories(folder);
            return write(folder, run, Page.of(analysis, samples.raw()));
        } catch (IOException e) {
            throw new RunProblem(folder + ": cannot be written: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new RunProblem("--baseline: " + e.getMessage(), e);
        }
    }

    /**
     * Writes {@code index.html} of the hostile exchanges into the folder of their record, over that of an earlier time.
     *
     * @throws RunProblem with one line for people, when the folder cannot be read or written
     */
    public static Path integrity(Path folder) {
        return replace(folder.resolve(PAGE), IntegrityPage.of(folder, IntegrityResults.read(folder)));
    }

    /**
     * Writes {@code index.html} of a run of ramps into its folder, over that of an earlier time.
     *
     * @throws RunProblem with one line for people, when the folder cannot be read or written
     */
    public static Path ramps(Path folder) {
        return replace(folder.resolve(PAGE), RampPage.of(folder, RampResults.read(folder)));
    }

    /** The adapters whose program is another one today, and those of a record that is too old to tell. */
    private static List<String> older(RecordedRun run, Path project) throws IOException {
        List<String> older = new ArrayList<>();
        for (Adapter adapter : run.info().adapters()) {
            RunningProcess process = adapter.process();
            String then = process.program() == null ? null : process.program().jarsSha256();
            Optional<String> today = ProgramFiles.sha256(process.commandLine(), project);
            boolean other = then == null
                    ? ProgramFiles.areIn(process.commandLine())
                    : today.isPresent() && !today.get().equals(then);
            if (other) {
                older.add(adapter.name());
            }
        }
        return older;
    }

    private static List<Path> write(Path folder, RecordedRun run, String page) {
        List<Path> drawn = List.of(
                replace(folder.resolve(PAGE), page), replace(folder.resolve("trials.csv"), Csv.trials(run.trials())));
        try {
            Manifest.drawn(folder, drawn);
        } catch (IOException e) {
            throw new RunProblem(folder + ": its manifest cannot be written: " + e, e);
        }
        return drawn;
    }

    /** Writes a file in one step: a reader sees the old one or the whole new one. */
    static Path replace(Path file, String text) {
        Path draft = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.writeString(draft, text);
            return Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new RunProblem(file + ": cannot be written: " + e, e);
        }
    }
}
