package org.busbench.harness.suite;

import java.time.Duration;
import java.util.Optional;

/**
 * How often a suite's cells are measured. Each gets {@code blocks} trials; then those whose comparison is still open get
 * more, until {@code maxBlocks} or the end of the budget.
 *
 * <p>Two processes of one program settle on different machine code and memory layouts, and keep them. So the mediators are
 * started anew between groups of blocks: {@code blocks} are parted into {@code forks} groups, and further blocks make
 * further groups of the same size (Georges et al. 2007; Kalibera and Jones 2013).
 *
 * @param blocks least number of trials of a cell
 * @param maxBlocks highest number of trials of a cell; equal to {@code blocks} for a fixed number
 * @param budget after which no block beyond {@code blocks} begins; empty for no limit of time
 * @param forks groups of {@code blocks}, each of which meets processes of its own; 1: one process for the whole run
 */
public record Repeats(int blocks, int maxBlocks, Optional<Duration> budget, int forks) {

    /** Where the suite does not say, a process stays for so many blocks: the second is the mirror of the first. */
    private static final int BLOCKS_OF_A_FORK = 2;
    /** The least number of forks that says anything about differences between processes. */
    private static final int FEWEST_FORKS = 3;

    public Repeats {
        if (blocks < 1 || maxBlocks < blocks) {
            throw new IllegalArgumentException("blocks " + blocks + " to " + maxBlocks + ": not a number of blocks");
        }
        if (forks < 1 || forks > blocks) {
            throw new IllegalArgumentException(forks + " forks of " + blocks + " blocks: not 1 to " + blocks);
        }
        if (budget.isPresent() && (budget.get().isNegative() || budget.get().isZero())) {
            throw new IllegalArgumentException("budget " + budget.get() + " is no time");
        }
    }

    /** How many forks a suite has that does not say it, by its least number of blocks. */
    public static int usualForks(int blocks) {
        if (blocks < FEWEST_FORKS) {
            return 1;
        }
        return blocks < BLOCKS_OF_A_FORK * FEWEST_FORKS - 1 ? blocks : (blocks + 1) / BLOCKS_OF_A_FORK;
    }

    /** Which group, from 1, a block belongs to; always 1 with one fork. */
    public int forkOf(int block) {
        return forks == 1 ? 1 : 1 + (block - 1) / blocksOfFork();
    }

    /** How many blocks a group has; all of them with one fork. */
    public int blocksOfFork() {
        return (blocks + forks - 1) / forks;
    }

    /** Whether there may be more trials than the least number. */
    public boolean adaptive() {
        return maxBlocks > blocks;
    }
}
