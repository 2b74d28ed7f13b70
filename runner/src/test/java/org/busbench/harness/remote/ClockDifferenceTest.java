package org.busbench.harness.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.busbench.harness.remote.ClockDifference.RoundTrip;
import org.junit.jupiter.api.Test;

class ClockDifferenceTest {

    @Test
    void theShortestRoundTripTellsTheDifferenceToHalfOfIt() {
        ClockDifference clock = ClockDifference.of(List.of(
                new RoundTrip(1_000_000, 6_009_000, 1_010_000),
                new RoundTrip(2_000_000, 7_000_150, 2_000_400),
                new RoundTrip(3_000_000, 8_000_000, 3_002_000)));

        assertThat(clock.aheadMicros()).isEqualTo(4_999_950);
        assertThat(clock.boundMicros()).isEqualTo(201);
        assertThat(clock.words()).isEqualTo("5.000 s ahead, known to 0.2 ms");
        assertThat(clock.isWrong()).isTrue();
    }

    @Test
    void anInstantIsConvertedThereAndBack() {
        ClockDifference behind = new ClockDifference(-1_500_400, 100);

        assertThat(behind.there(10_000)).isEqualTo(8_500);
        assertThat(behind.here(8_500)).isEqualTo(10_000);
        assertThat(behind.words()).isEqualTo("1.500 s behind, known to 0.1 ms");
    }

    @Test
    void aClockThatWasSetInBetweenIsNotSteady() {
        ClockDifference before = new ClockDifference(1_000, 300);

        Duration minute = Duration.ofMinutes(1);

        assertThat(before.steadyUntil(new ClockDifference(2_500, 300), Duration.ZERO))
                .isTrue();
        assertThat(before.steadyUntil(new ClockDifference(31_000, 300), Duration.ZERO))
                .isFalse();
        assertThat(before.steadyUntil(new ClockDifference(31_000, 20_000), Duration.ZERO))
                .isTrue();
        assertThat(before.steadyUntil(new ClockDifference(81_000, 300), minute))
                .as("NTP corrects both")
                .isTrue();
        assertThat(before.steadyUntil(new ClockDifference(82_000, 300), minute)).isFalse();
    }

    @Test
    void withoutARoundTripNothingIsKnown() {
        assertThatThrownBy(() -> ClockDifference.of(List.of(new RoundTrip(2_000, 1, 1_000))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
