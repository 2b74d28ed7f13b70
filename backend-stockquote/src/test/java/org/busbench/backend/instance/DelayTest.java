package org.busbench.backend.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayTest {
    private static final int DRAWS = 20_000;

    @Test
    void aFixedDelayIsAlwaysTheSame() {
        assertThat(draw("fixed:500ms", 1)).containsOnly(Duration.ofMillis(500).toNanos());
        assertThat(draw("none", 1)).containsOnly(0);
    }

    @Test
    void aUniformDelayStaysWithinItsBoundsAndFillsThem() {
        long[] draws = draw("uniform:5ms..20ms", 1);
        assertThat(Arrays.stream(draws).min().orElseThrow()).isBetween(5_000_000L, 5_100_000L);
        assertThat(Arrays.stream(draws).max().orElseThrow()).isBetween(19_900_000L, 20_000_000L);
        assertThat(Arrays.stream(draws).average().orElseThrow()).isCloseTo(12_500_000, within(200_000.0));
    }

    @Test
    void anExponentialDelayHasItsMeanAndItsMedian() {
        long[] draws = draw("exponential:20ms", 1);
        Arrays.sort(draws);
        assertThat(Arrays.stream(draws).average().orElseThrow()).isCloseTo(20_000_000, within(600_000.0));
        assertThat((double) draws[DRAWS / 2]).isCloseTo(20_000_000 * Math.log(2), within(600_000.0));
    }

    @Test
    void aRequestIsAskedHowLongItWaitsUpToTheBound() {
        assertThat(asked("<a wait=\"30ms\">")).isEqualTo(30_000_000);
        assertThat(asked("<a wait='1ms'>")).isEqualTo(1_000_000);
        assertThat(asked("<a wait='99999ms'>")).isEqualTo(2_000_000_000);
        assertThat(asked("<a>")).isZero();
        assertThat(asked("<a wait='9999999ms'>")).isZero();
        assertThat(asked(" ".repeat(1024) + "<a wait='1ms'>")).isZero();
    }

    private static long asked(String request) {
        byte[] bytes = ("x" + request).getBytes(StandardCharsets.UTF_8);
        return Delay.parse("asked:2s").of(bytes, 1, bytes.length - 1).nextNanos(Delay.generator(1));
    }

    @Test
    void theSameSeedDrawsTheSameDelays() {
        assertThat(draw("exponential:20ms", 7)).isEqualTo(draw("exponential:20ms", 7));
        assertThat(draw("exponential:20ms", 7)).isNotEqualTo(draw("exponential:20ms", 8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "500ms",
                "fixed:",
                "asked:",
                "fixed:5",
                "fixed:5ms..6ms",
                "uniform:5ms",
                "uniform:6ms..5ms",
                "fixed:2h",
                "fixed:-1ms",
                "exponential:1.5ms",
                "fixed:9999s"
            })
    void whatIsNoDelayIsRefused(String text) {
        assertThatThrownBy(() -> Delay.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    private static long[] draw(String text, long seed) {
        RandomGenerator random = Delay.generator(seed);
        Delay delay = Delay.parse(text);
        return LongStream.generate(() -> delay.nextNanos(random)).limit(DRAWS).toArray();
    }
}
