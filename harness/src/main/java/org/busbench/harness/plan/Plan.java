package org.busbench.harness.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.busbench.harness.suite.Suite;

/**
 * The ordered trials of a run. A block visits every cell once. The cells that are compared with each other, which differ
 * only in the adapter, follow each other directly, so that they meet the same machine; the order of the comparisons, and
 * of the adapters within each, is shuffled by the suite's seed, so that no adapter always goes first.
 *
 * @param suite what is measured
 * @param adapters names, in the suite's order
 * @param trials in the order in which they run
 */
public record Plan(Suite suite, List<String> adapters, List<Trial> trials) {

    /** What a trial takes beside its load: starting and ending the plan, reading its log. */
    private static final Duration TRIAL_OVERHEAD = Duration.ofMillis(400);
    /** Starting the backends, the injector and the mediators, and verifying them. */
    private static final Duration START = Duration.ofSeconds(6);

    private static final Duration START_OF_ADAPTER = Duration.ofSeconds(3);

    /** Makes the lists unchangeable. */
    public Plan {
        adapters = List.copyOf(adapters);
        trials = List.copyOf(trials);
    }

    /**
     * Plans a suite.
     *
     * @param suite what to measure
     * @param adapters names of those that are available, in the suite's order
     * @return the plan; equal arguments give equal plans
     */
    public static Plan of(Suite suite, List<String> adapters) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= suite.repeats().blocks(); block++) {
            Random random = new Random(suite.seed() + block);
            for (List<Cell> comparison : shuffledComparisons(suite, adapters, random)) {
                for (Cell cell : comparison) {
                    trials.add(new Trial(trials.size() + 1, block, cell));
                }
            }
        }
        return new Plan(suite, adapters, trials);
    }

    /**
     * About how long a run takes, processes' start included.
     *
     * @return the estimate
     */
    public Duration expectedDuration() {
        Duration primer = suite.phases().primer().plus(TRIAL_OVERHEAD);
        long primers = (long) adapters.size() * suite.scenarios().size();
        return START.plus(START_OF_ADAPTER.multipliedBy(adapters.size()))
                .plus(primer.multipliedBy(suite.phases().primer().isZero() ? 0 : primers))
                .plus(expectedTrial().multipliedBy(trials.size()));
    }

    /**
     * About how long one trial takes.
     *
     * @return the estimate
     */
    public Duration expectedTrial() {
        return suite.phases().warmup().plus(suite.phases().measure()).plus(TRIAL_OVERHEAD);
    }

    private static List<List<Cell>> shuffledComparisons(Suite suite, List<String> adapters, Random random) {
        List<List<Cell>> comparisons = new ArrayList<>();
        for (String scenario : suite.scenarios()) {
            for (String payload : suite.payloads()) {
                for (int concurrency : suite.concurrency()) {
                    List<Cell> cells = new ArrayList<>();
                    for (String adapter : adapters) {
                        cells.add(new Cell(adapter, scenario, payload, concurrency));
                    }
                    Collections.shuffle(cells, random);
                    comparisons.add(cells);
                }
            }
        }
        Collections.shuffle(comparisons, random);
        return comparisons;
    }
}
