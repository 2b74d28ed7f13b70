package org.busbench.harness.run;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.record.Finished;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.TrialRecord;
import org.busbench.harness.run.RunResult.Outcome;
import org.busbench.harness.run.TrialSequence.Verified;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Verification;

/**
 * One run. Whatever ends it, what was measured until then is on disk, {@code finished.json} says how it ended, and no
 * process is left.
 */
public final class BenchmarkRun {

    private final RunSettings settings;
    private final RunListener listener;
    private final List<TrialRecord> trials = new ArrayList<>();

    /**
     * A run that has not begun.
     *
     * @param settings what to do
     * @param listener is told what happens
     */
    public BenchmarkRun(RunSettings settings, RunListener listener) {
        this.settings = settings;
        this.listener = listener;
    }

    /**
     * Does it all. An interrupt of the calling thread ends it early and in order.
     *
     * @return how it ended
     * @throws Problem when the user can put right what is wrong
     */
    public RunResult execute() {
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Plan plan = settings.plan();
        try (RunDirectory directory = RunDirectory.create(
                settings.project().runs(), settings.id(), plan.suite().name(), start)) {
            listener.planned(plan, directory.path());
            Outcome outcome = Outcome.FAILED;
            String fault = null;
            try {
                outcome = measure(plan, directory, start);
            } catch (InterruptedException e) {
                outcome = Outcome.INTERRUPTED;
                fault = "interrupted after " + trials.size() + " of "
                        + plan.trials().size() + " trials";
            } catch (Problem e) {
                directory.discardIfUnused();
                throw e;
            } catch (IOException e) {
                fault = "ended after " + trials.size() + " of " + plan.trials().size() + " trials: " + Problem.brief(e);
            }
            try {
                finish(directory, outcome);
            } catch (IOException e) {
                // What was measured is on disk all the same: a run without this file counts as killed.
                outcome = Outcome.FAILED;
                fault = (fault == null ? "" : fault + "; ") + "the end of the run could not be recorded: "
                        + Problem.brief(e);
            }
            return new RunResult(directory.path(), plan, trials, outcome, fault);
        } catch (IOException e) {
            throw new Problem(
                    "the record in " + settings.project().runs() + " cannot be closed: " + Problem.brief(e), e);
        }
    }

    private static void finish(RunDirectory directory, Outcome outcome) throws IOException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        directory.finish(new Finished(now.toString(), outcome.label(), outcome.exitCode()));
    }

    private Outcome measure(Plan plan, RunDirectory directory, Instant start) throws IOException, InterruptedException {
        try (Rig rig = Rig.start(settings.stack(directory.path()), listener::note)) {
            directory.writeRun(new RunFacts(settings).read(rig.stack(), directory.id(), start));
            Map<Verified, Verification> verifications = new HashMap<>();
            new Verifications(settings.project().messages(), rig.stack(), directory.path())
                    .run(plan.suite().payloads(), plan.suite().scenarios(), verification -> {
                        directory.append(Verifications.record(verification));
                        listener.verified(verification);
                        verifications.put(Verified.of(verification), verification);
                    });
            LoadRunner load = new LoadRunner(settings.project().plans(), plan.suite(), rig);
            TrialRecords records = new TrialRecords(plan.suite().errorBound());
            TrialSequence sequence = new TrialSequence(rig, load, records, directory, verifications);
            boolean allServed = true;
            for (Trial trial : plan.trials()) {
                TrialRecord record = sequence.run(trial);
                directory.append(record);
                trials.add(record);
                listener.recorded(record);
                allServed &= record.measured() || isDeclared(rig, trial);
            }
            return allServed ? Outcome.COMPLETE : Outcome.COMPLETE_WITH_FAILURES;
        }
    }

    private static boolean isDeclared(Rig rig, Trial trial) {
        return rig.stack().contenders().stream()
                .filter(contender ->
                        contender.adapter().name().equals(trial.cell().adapter()))
                .anyMatch(contender -> contender
                        .declaredNotServed(Verifications.scenario(trial.cell().scenario()))
                        .isPresent());
    }
}
