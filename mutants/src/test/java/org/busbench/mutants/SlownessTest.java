package org.busbench.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clock is a counter here, so that the share can be told exactly. */
class SlownessTest {
    private static final int MESSAGES = 10_000 * Slowness.MESSAGES;

    private long clockNanos;

    @ParameterizedTest
    @CsvSource({"0.05, 30000, 150", "0.1, 10000, 150", "0.2, 40000, 1000", "0.05, 3000, 1000"})
    void burnsTheShareOfTheWorkWhateverAReadingCosts(double share, long workNanos, long readNanos) {
        Slowness slowness = new Slowness(share, () -> clockNanos += readNanos);
        slowness.run();
        long begun = clockNanos;

        for (int i = 0; i < MESSAGES; i++) {
            clockNanos += workNanos;
            slowness.run();
        }

        double extra = clockNanos - begun - (double) MESSAGES * workNanos;
        assertThat(extra / ((double) MESSAGES * workNanos)).isBetween(share * 0.999, share * 1.001);
    }

    /** What a reading takes amid work is more than in a loop; so little of it may be left for each message. */
    @Test
    void aReadingThatIsDearerAmidWorkHardlyCounts() {
        boolean[] working = new boolean[1];
        Slowness slowness = new Slowness(0.1, () -> {
            clockNanos += working[0] ? 1_000 : 200;
            working[0] = false;
            return clockNanos;
        });
        slowness.run();
        long begun = clockNanos;

        for (int i = 0; i < MESSAGES; i++) {
            clockNanos += 6_000;
            working[0] = true;
            slowness.run();
        }

        double extra = clockNanos - begun - (double) MESSAGES * 6_000;
        assertThat(extra / ((double) MESSAGES * 6_000)).isBetween(0.0999, 0.103);
    }

    @Test
    void aShareOfNothingIsRefused() {
        assertThatThrownBy(() -> new Slowness(0)).hasMessageContaining("0.0");
        assertThatThrownBy(() -> new Slowness(Double.NaN)).hasMessageContaining("NaN");
    }
}
