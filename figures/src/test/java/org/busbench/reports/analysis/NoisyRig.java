package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.busbench.record.Adapter;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;

/**
 * A shared machine that measures badly, in the way in which shared machines do: whole blocks are a few percent off for
 * everybody, one in ten loses a third; each trial is a few percent off on its own, and one in 33 loses 15 %. It may also
 * drift, and the processes of an adapter may differ from each other: in that, all comparisons that a process meets agree.
 */
final class NoisyRig {

    private static final double BLOCK_NOISE = 0.04;
    private static final double SLOW_BLOCKS = 0.1;
    private static final double SLOW_TRIALS = 0.03;
    private static final double CPU_NOISE = 0.015;
    private static final double WORK_NOISE = 0.005;

    private final Random random;
    /** Of its own, so that it disturbs no other figure. */
    private final Random work;

    private final double ownNoise;
    private final Map<String, Double> ratios;
    private final int comparisons;
    private final Map<String, Double> processes = new HashMap<>();
    private final List<Trial> trials = new ArrayList<>();
    private int blocks;
    private int blocksOfFork;
    private double forkNoise;
    private double driftOfTrial;
    private double drift;

    /**
     * Adapters by name with their true goodput, as a ratio of the first one's; their CPU time is the inverse.
     *
     * @param ownNoise standard deviation of one trial, as a ratio
     */
    NoisyRig(long seed, double ownNoise, int comparisons, Map<String, Double> ratios) {
        this.random = new Random(seed);
        this.work = new Random(~seed);
        this.ownNoise = ownNoise;
        this.comparisons = comparisons;
        this.ratios = ratios;
    }

    /**
     * Starts all adapters anew before each group of so many blocks; their processes differ by this standard deviation, as
     * a ratio, in both figures.
     */
    NoisyRig forked(int blocksOfEachFork, double noise) {
        blocksOfFork = blocksOfEachFork;
        forkNoise = noise;
        return this;
    }

    /** From trial to trial the rig grows slower by this share; each second block is the first one's mirror. */
    NoisyRig drifting(double share) {
        driftOfTrial = share;
        return this;
    }

    /** So many blocks of everything. */
    RecordedRun measured(int count) {
        for (int i = 0; i < count; i++) {
            block(levels());
        }
        return run();
    }

    /** Blocks of everything, then blocks of what is open, as a run with a budget does it. */
    RecordedRun measuredUntilDecided(int least, int most) {
        measured(least);
        for (List<StoppingRule.Open> open = StoppingRule.open(run()); blocks < most && !open.isEmpty(); ) {
            List<Integer> levels = open.stream()
                    .map(one -> one.comparison().concurrency())
                    .distinct()
                    .toList();
            for (int i = 0; i < Math.max(1, blocksOfFork); i++) {
                block(levels);
            }
            open = StoppingRule.open(run());
        }
        return run();
    }

    private void block(List<Integer> levels) {
        if (blocksOfFork > 0 && blocks % blocksOfFork == 0) {
            ratios.keySet().forEach(name -> processes.put(name, Math.exp(random.nextGaussian() * forkNoise)));
        }
        blocks++;
        for (int level : levels) {
            double shared =
                    Math.exp(random.nextGaussian() * BLOCK_NOISE) * (random.nextDouble() < SLOW_BLOCKS ? 0.65 : 1);
            List<String> order = new ArrayList<>(ratios.keySet());
            Collections.shuffle(order, new Random((blocks + 1) / 2 * 1_000L + level));
            if (blocks % 2 == 0) {
                Collections.reverse(order);
            }
            for (String name : order) {
                drift += driftOfTrial;
                double ratio = ratios.get(name) * processes.getOrDefault(name, 1.0);
                trials.add(trial(SampleRuns.mediator(name), level, ratio, shared * Math.exp(-drift)));
            }
        }
    }

    private Trial trial(Adapter adapter, int level, double ratio, double shared) {
        double own = Math.exp(random.nextGaussian() * ownNoise) * (random.nextDouble() < SLOW_TRIALS ? 0.85 : 1);
        double cpu = Math.exp(random.nextGaussian() * CPU_NOISE) * (1 + 0.1 * (1 - shared));
        return SampleRuns.trial(adapter, blocks, level)
                .measured(10_000 * ratio * shared * own, 50 / ratio * cpu)
                .instructions(100_000 / ratio * Math.exp(work.nextGaussian() * WORK_NOISE))
                .fork(blocksOfFork == 0 ? null : (Integer) (1 + (blocks - 1) / blocksOfFork))
                .build();
    }

    private List<Integer> levels() {
        return IntStream.rangeClosed(1, comparisons).boxed().toList();
    }

    private RecordedRun run() {
        return SampleRuns.run(ratios.keySet().stream().map(SampleRuns::mediator).toList(), levels(), blocks, trials);
    }
}
