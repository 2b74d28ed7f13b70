package org.busbench.reports.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.busbench.record.Adapter;
import org.busbench.record.Finished;
import org.busbench.record.RecordedRun;
import org.busbench.record.Role;
import org.busbench.record.RunInfo;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;

/**
 * Runs of one mediator, in builds that a test makes: a control beside it in each block, several processes, noise of the
 * block, of the process and of the trial. All by a seed.
 */
public final class BuildRuns {

    public static final String MEDIATOR = "ours";
    public static final List<Integer> LEVELS = List.of(1, 4, 16, 64);

    private static final Adapter CONTROL =
            new Adapter("null-proxy", "a control", Role.CONTROL, "1", null, null, null, null, null, null, null);
    private static final double BLOCK_NOISE = 0.05;
    private static final double PROCESS_NOISE = 0.01;
    private static final double TRIAL_NOISE = 0.015;

    private final Random random;
    private final double machine;
    private final int blocksOfEachFork;

    /**
     * A rig.
     *
     * @param machine its speed, as a ratio
     */
    public BuildRuns(long seed, double machine, int blocksOfEachFork) {
        this.random = new Random(seed);
        this.machine = machine;
        this.blocksOfEachFork = blocksOfEachFork;
    }

    /** As many blocks, with the speed of the mediator at each level of concurrency as a ratio. */
    public RecordedRun measured(String id, int blocks, IntToDoubleFunction speed) {
        List<Trial> trials = new ArrayList<>();
        double process = 1;
        for (int block = 1; block <= blocks; block++) {
            if ((block - 1) % blocksOfEachFork == 0) {
                process = noise(PROCESS_NOISE);
            }
            int fork = 1 + (block - 1) / blocksOfEachFork;
            for (int level : LEVELS) {
                double rig = machine * noise(BLOCK_NOISE);
                trials.add(trial(
                        SampleRuns.mediator(MEDIATOR), block, fork, level, rig * process * speed.applyAsDouble(level)));
                trials.add(trial(CONTROL, block, fork, level, rig));
            }
        }
        RecordedRun run = SampleRuns.run(List.of(SampleRuns.mediator(MEDIATOR), CONTROL), LEVELS, blocks, trials);
        return named(id, run);
    }

    public static RecordedRun named(String id, RecordedRun run) {
        RunInfo info = run.info();
        return begun(id, info.startedAt(), info.environment(), run.finished(), run);
    }

    /** The same trials, made on another machine at another time. */
    public static RecordedRun elsewhere(
            RunInfo.Environment machine, String startedAt, Finished finished, RecordedRun run) {
        return begun(run.info().id(), startedAt, machine, Optional.of(finished), run);
    }

    private static RecordedRun begun(
            String id, String startedAt, RunInfo.Environment machine, Optional<Finished> finished, RecordedRun run) {
        RunInfo info = run.info();
        return new RecordedRun(
                new RunInfo(
                        info.schema(),
                        id,
                        startedAt,
                        info.busbench(),
                        info.suite(),
                        info.adapters(),
                        info.unavailable(),
                        machine,
                        info.rig(),
                        null,
                        null),
                finished,
                run.verifications(),
                run.trials(),
                run.resumes(),
                run.calibrations(),
                run.parities(),
                run.remarks(),
                Optional.empty());
    }

    private Trial trial(Adapter adapter, int block, int fork, int level, double speed) {
        double own = speed * noise(TRIAL_NOISE);
        return SampleRuns.trial(adapter, block, level)
                .measured(10_000 * own, 50 / own)
                .fork(fork)
                .build();
    }

    private double noise(double deviation) {
        return Math.exp(random.nextGaussian() * deviation);
    }
}
