package org.busbench.harness.suite;

import java.time.Duration;

/**
 * The stretches of load.
 *
 * @param primer load on an adapter and scenario before its first trial, not recorded; may be zero
 * @param warmup start of each trial, excluded; may be zero
 * @param measure the measured stretch of each trial
 * @param count a stretch behind it, in which the mediator's instructions are counted; zero when they are not
 */
public record Phases(Duration primer, Duration warmup, Duration measure, Duration count) {

    /** Refuses what cannot be run. */
    public Phases {
        if (measure.isZero()
                || measure.isNegative()
                || primer.isNegative()
                || warmup.isNegative()
                || count.isNegative()) {
            throw new IllegalArgumentException("primer " + primer + ", warmup " + warmup + ", measure " + measure
                    + ", count " + count + ": not phases that can be run");
        }
    }

    /**
     * How long the load of a trial lasts.
     *
     * @return warm-up, window and counting
     */
    public Duration trial() {
        return warmup.plus(measure).plus(count);
    }
}
