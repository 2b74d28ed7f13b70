package org.busbench.harness.suite;

import java.util.Optional;

/**
 * The one rate at which the CPU time per message of all adapters is measured beside that at saturation: it depends on the
 * load, so it is compared under the same one.
 *
 * @param ratePerSecond requests per second; empty for half of what the slowest adapter of the same scenario and size
 *     reached in the run
 */
public record FixedRate(Optional<Integer> ratePerSecond) {

    /** What the slowest adapter's goodput is multiplied by: low enough that all keep up, high enough that none idles. */
    public static final double SHARE_OF_SLOWEST = 0.5;

    /** The rate that the run itself finds. */
    public static final FixedRate AUTO = new FixedRate(Optional.empty());

    /** Refuses a rate that is none. */
    public FixedRate {
        if (ratePerSecond.isPresent() && ratePerSecond.get() < 1) {
            throw new IllegalArgumentException("a fixed rate of " + ratePerSecond.get() + " requests per second");
        }
    }

    /**
     * The rate where the slowest adapter reached this goodput.
     *
     * @param slowestPerSecond verified responses per second
     * @return requests per second, at least 1
     */
    public int rate(double slowestPerSecond) {
        return ratePerSecond.orElseGet(() -> (int) Math.max(1, Math.floor(slowestPerSecond * SHARE_OF_SLOWEST)));
    }
}
