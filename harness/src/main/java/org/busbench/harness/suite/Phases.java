package org.busbench.harness.suite;

import java.time.Duration;

/**
 * The stretches of load.
 *
 * @param primer load on an adapter and scenario before its first trial, not recorded; may be zero
 * @param warmup start of each trial, excluded; may be zero
 * @param measure the measured stretch of each trial
 */
public record Phases(Duration primer, Duration warmup, Duration measure) {

    /** Refuses what cannot be run. */
    public Phases {
        if (measure.isZero() || measure.isNegative() || primer.isNegative() || warmup.isNegative()) {
            throw new IllegalArgumentException("primer " + primer + ", warmup " + warmup + ", measure " + measure
                    + ": not phases that can be run");
        }
    }
}
