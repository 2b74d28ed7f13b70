package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.common.Sha256;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.OrphanedProcesses;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.RunDirectory.Written;
import org.busbench.harness.run.RunResult.Outcome;
import org.busbench.harness.text.Problem;
import org.busbench.record.Trial;
import org.busbench.record.Verification;

/**
 * One run, new or resumed. Whatever ends it in order, what was measured until then is on disk, {@code finished.json} says
 * how it ended, and no process is left; after a kill a resumed run goes on where the record ends. An object is for one
 * run, on the thread that calls it.
 */
public final class BenchmarkRun {

    /** How long the guardian of a killed run gets to end its processes. */
    private static final Duration GUARDIAN_LIMIT = Duration.ofSeconds(30);

    private static final Duration GUARDIAN_POLL = Duration.ofMillis(100);

    private final RunSettings settings;
    private final RunListener listener;
    private final Verdicts verdicts;
    private final boolean audited;
    private final Rig.Starter starter;
    private final List<Trial> trials = new ArrayList<>();
    /** Then all audits are in the record: a run that was killed before has no {@code run.json}, and cannot be resumed. */
    private boolean resumed;

    /** A run that has not begun, on this machine. */
    public BenchmarkRun(RunSettings settings, RunListener listener, Verdicts verdicts, boolean audited) {
        this(settings, listener, verdicts, audited, LocalRig::start);
    }

    /**
     * A run that has not begun, on a rig of its own.
     *
     * @param audited whether each adapter is audited for parity first, in a process of its own on this machine
     */
    public BenchmarkRun(
            RunSettings settings, RunListener listener, Verdicts verdicts, boolean audited, Rig.Starter starter) {
        this.audited = audited;
        this.starter = starter;
        this.settings = settings;
        this.listener = listener;
        this.verdicts = verdicts;
    }

    /**
     * Does it all, in a run directory of its own. An interrupt of the calling thread ends it early and in order.
     *
     * @throws Problem when the user can put right what is wrong
     */
    public RunResult execute() {
        Instant start = now();
        Path runs = settings.project().writableRuns();
        try (RunDirectory directory =
                RunDirectory.create(runs, settings.id(), settings.suite().name(), start)) {
            return run(directory, List.of(), (rig, systems) -> {
                directory.writeRun(
                        new RunFacts(settings.project()).read(settings, rig.place(), systems, directory.id(), start));
                return "";
            });
        } catch (IOException e) {
            throw new Problem("the record in " + runs + " cannot be closed: " + Problem.brief(e), e);
        }
    }

    /**
     * Does what a killed run left undone, in its directory. The settings are those of the resumption.
     *
     * @throws Problem when the user can put right what is wrong; the run can be resumed again
     * @throws IOException when the record cannot be written
     * @throws InterruptedException when this thread was interrupted before anything was started
     */
    public RunResult resume(Resumption resumption) throws IOException, InterruptedException {
        Written written = resumption.written();
        written.cutOff().forEach(file -> listener.note(file + ": its half-written last line is cut off"));
        listener.note("resuming after trial " + written.trials().size());
        awaitGuardian();
        resumed = true;
        trials.addAll(written.trials());
        RunDirectory directory = resumption.directory();
        return run(directory, written.verifications(), (rig, systems) -> {
            resumption.requireSame(rig.place());
            String suite = Sha256.of(settings.suite().file());
            countForks(rig, written.trials());
            int resumes = directory.resume(new org.busbench.record.Resume(now().toString(), suite, trials.size()));
            return "resumed/" + resumes;
        });
    }

    private void awaitGuardian() throws InterruptedException {
        long deadline = System.nanoTime() + GUARDIAN_LIMIT.toNanos();
        while (!OrphanedProcesses.find(settings.project().state()).isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(GUARDIAN_POLL.toMillis());
        }
    }

    private RunResult run(RunDirectory directory, List<Verification> verified, RunSteps.Opening opening)
            throws IOException {
        int inBlocks = RunSteps.inBlocks(trials);
        listener.planned(settings.forecast(audits(), inBlocks, trials.size() - inBlocks), directory.path());
        Outcome outcome = Outcome.FAILED;
        String fault = null;
        try {
            outcome = measure(directory, verified, opening);
        } catch (Rig.Lost | BackendProcess.Ended lost) {
            fault = "ended after " + trials.size() + " trials: " + lost.getMessage();
        } catch (InterruptedException | IOException | Problem e) {
            // An interrupt also closes the file that is being read or written; nothing could be recorded with the flag
            // set.
            if (Thread.interrupted() || e instanceof InterruptedException) {
                outcome = Outcome.INTERRUPTED;
                fault = interruption();
            } else if (e instanceof Problem problem) {
                directory.discardIfUnused();
                throw problem;
            } else {
                fault = "ended after " + trials.size() + " trials: " + Problem.brief(e);
            }
        }
        try {
            if (outcome == Outcome.INTERRUPTED && trials.isEmpty()) {
                directory.discardIfUnused();
            }
            if (Files.exists(directory.path())) {
                directory.finish(now(), outcome.label(), outcome.exitCode());
            }
        } catch (IOException e) {
            // What was measured is on disk all the same: a run without this file counts as killed.
            outcome = Outcome.FAILED;
            fault = (fault == null ? "" : fault + "; ") + "the end of the run could not be recorded: "
                    + Problem.brief(e);
        }
        return new RunResult(directory.path(), settings.plan(), trials, outcome, fault);
    }

    private String interruption() {
        return trials.isEmpty()
                ? "interrupted before the first trial: nothing was measured, and there is no report"
                : "interrupted after " + trials.size() + " trials";
    }

    private Outcome measure(RunDirectory directory, List<Verification> verified, RunSteps.Opening opening)
            throws IOException, InterruptedException {
        try (RunSteps steps =
                new RunSteps(settings, directory, listener, verdicts, starter, opening, verified, trials)) {
            steps.take(audits(), !resumed);
            return steps.servedAll() ? Outcome.COMPLETE : Outcome.COMPLETE_WITH_FAILURES;
        }
    }

    /** A run that goes on was audited before. */
    private boolean audits() {
        return audited && !resumed;
    }

    /** The processes of a resumed run are others than those of the trials that are recorded. */
    private static void countForks(Rig rig, List<Trial> recorded) {
        Map<String, Integer> last = new HashMap<>();
        for (Trial trial : recorded) {
            if (trial.position().fork() != null) {
                last.merge(trial.adapter(), trial.position().fork(), Math::max);
            }
        }
        last.forEach(rig.systems()::countFrom);
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }
}
