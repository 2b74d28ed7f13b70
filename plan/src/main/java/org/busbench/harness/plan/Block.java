package org.busbench.harness.plan;

import java.util.List;

/**
 * A randomised pass over the cells of some comparisons, each visited once.
 *
 * @param number from 1
 * @param trials in the order in which they run
 */
public record Block(int number, List<PlannedTrial> trials) {

    public Block {
        trials = List.copyOf(trials);
    }
}
