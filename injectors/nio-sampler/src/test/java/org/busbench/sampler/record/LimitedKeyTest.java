package org.busbench.sampler.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LimitedKeyTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final long start = System.nanoTime();
    private final LimitedKey limited = new LimitedKey(100, 10);

    /** Ten seconds with a message every three milliseconds, save where the clients stand still. */
    private long after(long stillEverySecond) {
        for (long millis = 0; millis < 10_000; millis += 3) {
            if (millis % 1000 >= stillEverySecond) {
                limited.answered(start + 1000 * MILLI + millis * MILLI, true);
            }
        }
        return limited.counts().allowed();
    }

    @Test
    void letsThroughTheRateAndABurstWhereMoreIsAskedFor() {
        assertThat(after(0)).isBetween(1_009L, 1_010L);
    }

    @Test
    void aPauseNoLongerThanABurstCostsNothing() {
        assertThat(after(100)).isBetween(988L, 1_001L);
    }

    @Test
    void aPauseOf300MillisecondsCostsTheTokensThatNoLongerFitIntoTheBucket() {
        assertThat(after(300)).isBetween(788L, 801L);
    }

    @Test
    void allOfADemandBelowTheRateIsLetThrough() {
        for (int message = 0; message < 500; message++) {
            limited.answered(start + message * (20 * MILLI), true);
        }
        assertThat(limited.counts()).isEqualTo(new LimitedKey.Counts(500, 500, 10));
    }
}
