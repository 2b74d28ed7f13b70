package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.run.Adapter;
import org.busbench.reports.run.RecordedRun;
import org.busbench.reports.run.Trial;

/**
 * A shared machine that measures badly, in the way in which shared machines do: whole blocks are a few percent off for
 * everybody, now and then one loses a third; each trial is off by a few percent of its own, now and then by much more.
 */
final class NoisyRig {

    private static final double BLOCK_NOISE = 0.04;
    private static final double SLOW_BLOCKS = 0.1;
    private static final double SLOW_TRIALS = 0.03;
    private static final double CPU_NOISE = 0.015;

    private final Random random;
    private final double ownNoise;
    private final Adapter first = SampleRuns.mediator("first");
    private final Adapter second = SampleRuns.mediator("second");

    NoisyRig(long seed, double ownNoise) {
        this.random = new Random(seed);
        this.ownNoise = ownNoise;
    }

    /**
     * A run of so many comparisons and blocks. The second adapter has the given ratio of the first one's goodput, and the
     * inverse of its CPU time.
     */
    RecordedRun run(int comparisons, int blocks, double ratio) {
        List<Integer> levels = new ArrayList<>();
        List<Trial> trials = new ArrayList<>();
        for (int level = 1; level <= comparisons; level++) {
            levels.add(level);
            for (int block = 1; block <= blocks; block++) {
                trials.addAll(block(level, block, ratio));
            }
        }
        return SampleRuns.run(List.of(first, second), levels, blocks, trials);
    }

    List<Trial> block(int level, int block, double ratio) {
        double shared = Math.exp(random.nextGaussian() * BLOCK_NOISE) * (random.nextDouble() < SLOW_BLOCKS ? 0.65 : 1);
        return List.of(trial(first, block, level, 1, shared), trial(second, block, level, ratio, shared));
    }

    Adapter first() {
        return first;
    }

    Adapter second() {
        return second;
    }

    private Trial trial(Adapter adapter, int block, int level, double ratio, double shared) {
        double own = Math.exp(random.nextGaussian() * ownNoise) * (random.nextDouble() < SLOW_TRIALS ? 0.85 : 1);
        double cpu = Math.exp(random.nextGaussian() * CPU_NOISE) * (1 + 0.1 * (1 - shared));
        return SampleRuns.measured(adapter, block, level, 10_000 * ratio * shared * own, 50 / ratio * cpu);
    }
}
