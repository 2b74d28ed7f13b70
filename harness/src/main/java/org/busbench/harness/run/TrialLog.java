package org.busbench.harness.run;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.busbench.harness.plan.Purpose;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.record.Conditions;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.StepKind;
import org.busbench.harness.record.Subject;
import org.busbench.harness.record.TrialRecord;
import org.busbench.harness.suite.Phases;
import org.busbench.harness.text.Problem;

/**
 * The trials of a run in their order: each is made and recorded, or found in the record of a run that goes on. For the
 * run's own thread.
 */
final class TrialLog {

    private static final double MILLIS = 1000;

    private final TrialSequence sequence;
    private final RunDirectory directory;
    private final RunListener listener;
    private final StepTimer clock;
    private final double loadSeconds;
    private final List<TrialRecord> trials;
    private int taken;

    /** {@code trials} is what is recorded already; what is made is added to it. */
    TrialLog(
            TrialSequence sequence,
            RunDirectory directory,
            RunListener listener,
            StepTimer clock,
            Phases phases,
            List<TrialRecord> trials) {
        this.sequence = sequence;
        this.directory = directory;
        this.listener = listener;
        this.clock = clock;
        this.loadSeconds = phases.trial().toMillis() / MILLIS;
        this.trials = trials;
    }

    /** Makes a trial, or finds it in the record. */
    TrialRecord take(Trial trial) throws IOException, InterruptedException {
        taken = trial.number();
        if (trial.number() <= trials.size()) {
            TrialRecord recorded = trials.get(trial.number() - 1);
            requireSame(trial, recorded);
            return recorded;
        }
        listener.starting(trial);
        TrialRecord record = sequence.run(trial);
        directory.append(record);
        trials.add(record);
        listener.recorded(record);
        boolean loaded = record.conditions().window() != null;
        clock.took(
                trial.purpose() == Purpose.COMPARISON ? StepKind.TRIAL : StepKind.RATE_TRIAL,
                trial.cell().adapter(),
                loaded ? loadSeconds : 0);
        return record;
    }

    /** From now on each trial that is made meets mediators that were started after this. Blocks. */
    void renew() throws InterruptedException {
        sequence.renew();
    }

    /** Everything that is recorded, in order. */
    List<TrialRecord> all() {
        return List.copyOf(trials);
    }

    /** How many recorded trials are of blocks. */
    static int inBlocks(List<TrialRecord> trials) {
        return (int) trials.stream()
                .filter(trial -> trial.subject().purpose() == null)
                .count();
    }

    /** Number of the trial that follows. */
    int next() {
        return taken + 1;
    }

    private void requireSame(Trial planned, TrialRecord found) {
        Subject recorded = found.subject();
        Conditions.Load load = found.conditions().load();
        Integer rate = load == null || load.ratePerSecond() == null
                ? null
                : load.ratePerSecond().intValue();
        String purpose = planned.purpose() == Purpose.COMPARISON
                ? null
                : planned.purpose().label();
        boolean same = planned.block() == recorded.block()
                && planned.cell().adapter().equals(recorded.adapter())
                && planned.cell().scenario().equals(recorded.scenario())
                && planned.cell().payload().equals(recorded.payload())
                && planned.cell().concurrency() == recorded.concurrency()
                && Objects.equals(planned.cell().comparison().ratePerSecond(), rate)
                && Objects.equals(purpose, recorded.purpose());
        if (!same) {
            throw new Problem(directory.id() + " cannot be resumed: trial " + planned.number() + " is recorded as "
                    + recorded + " and planned as " + planned + "; start the suite anew");
        }
    }
}
