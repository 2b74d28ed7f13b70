package org.busbench.harness.suite;

import java.time.Duration;
import java.util.Optional;

/**
 * How often a suite's cells are measured. Each gets {@code blocks} trials; then those whose comparison is still open get
 * more, until {@code maxBlocks} or the end of the budget.
 *
 * @param blocks least number of trials of a cell
 * @param maxBlocks highest number of trials of a cell; equal to {@code blocks} for a fixed number
 * @param budget after which no block beyond {@code blocks} begins; empty for no limit of time
 */
public record Repeats(int blocks, int maxBlocks, Optional<Duration> budget) {

    /** Refuses what cannot be run. */
    public Repeats {
        if (blocks < 1 || maxBlocks < blocks) {
            throw new IllegalArgumentException("blocks " + blocks + " to " + maxBlocks + ": not a number of blocks");
        }
        if (budget.isPresent() && (budget.get().isNegative() || budget.get().isZero())) {
            throw new IllegalArgumentException("budget " + budget.get() + " is no time");
        }
    }

    /**
     * A fixed number.
     *
     * @param blocks trials of each cell
     * @return as many, never more
     */
    public static Repeats fixed(int blocks) {
        return new Repeats(blocks, blocks, Optional.empty());
    }

    /**
     * Whether there may be more trials than the least number.
     *
     * @return false for a fixed number
     */
    public boolean adaptive() {
        return maxBlocks > blocks;
    }
}
