package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MachineNoiseTest {

    @Test
    void theNoisierTheMachineTheMoreForksTenPercentTakes() {
        assertThat(noise(0.02)).contains("differ by 2 %").contains("takes 6 forks, about 8 min");
        assertThat(noise(0.3)).contains("differ by 35 %").contains("takes 14 to 26 forks, about 19 to 35 min");
    }

    /** Fifteen windows with this deviation. */
    private static String noise(double deviation) {
        double[] logs = IntStream.range(0, 15)
                .mapToDouble(i -> deviation * Math.signum(i - 7))
                .toArray();
        return MachineNoise.finding(logs, 6, Duration.ofSeconds(40)).found();
    }
}
