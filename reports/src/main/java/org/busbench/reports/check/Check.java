package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.record.Integrity;
import org.busbench.record.Ramp;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;

/**
 * The outcome of checking a run directory.
 *
 * @param trials how many were checked; of a run of hostile exchanges, verdicts; of a suite of ramps, ramps
 * @param figures how many figures were computed again and compared
 * @param problems why the directory is refused, one line each, {@code FILE:LINE: what is wrong}; empty when it is what
 *     it says
 */
public record Check(int trials, long figures, List<String> problems, List<String> remarks) {

    /** Of a published run, the archive of all its folders. */
    public static final String PACKED = "evidence.tar.xz";

    public boolean refused() {
        return !problems.isEmpty();
    }

    /**
     * Checks a run directory: that its files hang together, that nothing in it is there twice or from elsewhere, and that
     * every figure follows from the raw data. It reads every file once, and blocks while it does.
     *
     * @return what was found
     * @throws RunProblem when it is no run directory at all, or cannot be read
     */
    public static Check of(Path directory) {
        try {
            requireUnpacked(directory);
            if (Integrity.isAlone(directory)) {
                return IntegrityRecord.check(directory);
            }
            return Ramp.isIn(directory) ? RampRecord.check(directory) : ofTrials(directory);
        } catch (IOException e) {
            throw new RunProblem(directory + ": cannot be read: " + e, e);
        }
    }

    /** A published run keeps all its folders in an archive; without them nothing would follow from anything. */
    private static void requireUnpacked(Path directory) throws IOException {
        Path packed = directory.resolve(PACKED);
        if (!Files.exists(packed) || Integrity.isAlone(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.noneMatch(Files::isDirectory)) {
                throw new RunProblem(directory + ": its raw data are packed: unpack them first, with tar -C "
                        + directory + " -xJf " + packed);
            }
        }
    }

    private static Check ofTrials(Path directory) throws IOException {
        double errorBound = RunReader.info(directory).suite().errorBound();
        Problems problems = new Problems(directory);
        Chain chain = Chain.follow(directory, problems);
        RecordedRun run = read(directory, problems);
        if (run == null) {
            return new Check(chain.size(), problems.compared(), problems.lines(), List.of());
        }
        new RunRules(run, problems).check(chain);
        List<String> remarks = new ArrayList<>(run.remarks());
        int onTrust = 0;
        for (int i = 0; i < run.trials().size(); i++) {
            Trial trial = run.trials().get(i);
            manifest(directory, trial, problems.line(Chain.FILE, i + 1), problems);
            TrialFigures figures = new TrialFigures(directory, errorBound, problems, trial, i + 1);
            figures.check();
            onTrust += figures.isOnTrust() ? 1 : 0;
        }
        if (!Manifest.checkRun(directory, problems) && run.finished().isPresent()) {
            remarks.add("no " + Manifest.NAME + " holds the files beside the trials' folders together");
        }
        new DuetFigures(directory, run, problems).check();
        new HostFigures(directory, run, problems).check();
        new CalibrationFigures(directory, problems).check(run.calibrations());
        new ParityFigures(directory, problems).check(run.parities());
        Analysis analysis = Analysis.of(run);
        new RateFigures(run, problems).check(analysis.frontiers(), analysis.fixedRate());
        if (onTrust > 0) {
            remarks.add("CPU time, instructions, memory, threads and the backend's counts are taken on trust where no "
                    + ReadingFigures.FILE + " is kept: in " + onTrust + " of "
                    + run.trials().size() + " trials");
        }
        return new Check(run.trials().size(), problems.compared(), problems.lines(), remarks);
    }

    /** Null when it breaks the schema; the reason is then among the problems. */
    private static RecordedRun read(Path directory, Problems problems) {
        try {
            return RunReader.read(directory);
        } catch (RunProblem e) {
            problems.known(e.getMessage());
            return null;
        }
    }

    private static void manifest(Path directory, Trial trial, Problems.Line line, Problems problems)
            throws IOException {
        boolean own = trial.evidenceFolder().path() != null
                && trial.evidenceFolder().path().startsWith("trials/");
        if (own && trial.evidenceFolder().manifestSha256() == null) {
            line.says("has no 'evidenceSha256': nothing shows that its raw data are the ones" + " that were measured");
        } else if (own) {
            Manifest.check(directory, trial.evidenceFolder(), line, problems);
        }
    }
}
