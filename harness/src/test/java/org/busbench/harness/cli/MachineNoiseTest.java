package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineNoiseTest {

    @Test
    void theNoisierTheMachineTheMoreTrialsTenPercentTakes() {
        assertThat(MachineNoise.finding(0.12).found())
                .startsWith("equal work of 2 s differs by 12.7 %: 10 % between two takes 22 trials")
                .contains(" 2 min,");
        assertThat(MachineNoise.finding(0.01).found()).contains(" takes 3 trials");
    }
}
