package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.run.Adapter;
import org.busbench.reports.run.RecordedRun;
import org.busbench.reports.run.Trial;

/**
 * A shared machine that measures badly, in the way in which shared machines do: whole blocks are a few percent off for
 * everybody, one in ten loses a third; each trial is a few percent off on its own, and one in 33 loses 15 %.
 */
final class NoisyRig {

    private static final double BLOCK_NOISE = 0.04;
    private static final double SLOW_BLOCKS = 0.1;
    private static final double SLOW_TRIALS = 0.03;
    private static final double CPU_NOISE = 0.015;

    private final Random random;
    private final double ownNoise;
    private final Map<String, Double> ratios;
    private final int comparisons;
    private final List<Trial> trials = new ArrayList<>();
    private int blocks;

    /**
     * Adapters by name with their true goodput, as a ratio of the first one's; their CPU time is the inverse.
     *
     * @param ownNoise standard deviation of one trial, as a ratio
     */
    NoisyRig(long seed, double ownNoise, int comparisons, Map<String, Double> ratios) {
        this.random = new Random(seed);
        this.ownNoise = ownNoise;
        this.comparisons = comparisons;
        this.ratios = ratios;
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
        for (List<Decision.Open> open = Decision.open(run()); blocks < most && !open.isEmpty(); ) {
            block(open.stream().map(one -> one.comparison().concurrency()).toList());
            open = Decision.open(run());
        }
        return run();
    }

    private void block(List<Integer> levels) {
        blocks++;
        for (int level : levels) {
            double shared =
                    Math.exp(random.nextGaussian() * BLOCK_NOISE) * (random.nextDouble() < SLOW_BLOCKS ? 0.65 : 1);
            ratios.forEach((name, ratio) -> trials.add(trial(SampleRuns.mediator(name), level, ratio, shared)));
        }
    }

    private Trial trial(Adapter adapter, int level, double ratio, double shared) {
        double own = Math.exp(random.nextGaussian() * ownNoise) * (random.nextDouble() < SLOW_TRIALS ? 0.85 : 1);
        double cpu = Math.exp(random.nextGaussian() * CPU_NOISE) * (1 + 0.1 * (1 - shared));
        return SampleRuns.measured(adapter, blocks, level, 10_000 * ratio * shared * own, 50 / ratio * cpu);
    }

    private List<Integer> levels() {
        return IntStream.rangeClosed(1, comparisons).boxed().toList();
    }

    private RecordedRun run() {
        return SampleRuns.run(ratios.keySet().stream().map(SampleRuns::mediator).toList(), levels(), blocks, trials);
    }
}
