package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PrimerTest {

    private final Primer primer = new Primer();

    @Test
    void aWarmMediatorGetsTwoSlices() {
        assertThat(ends(100, 0.02)).isFalse();
        assertThat(ends(99, 0.01)).isTrue();
    }

    @Test
    void aMediatorThatGetsCheaperGoesOn() {
        assertThat(ends(300, 0)).isFalse();
        assertThat(ends(200, 0)).isFalse();
        assertThat(ends(150, 0)).isFalse();
        assertThat(ends(145, 0)).isTrue();
    }

    /** Slices of Camel on an overloaded machine; eight slices later a message cost a fifth (some in between are left out). */
    @Test
    void aPlateauBeforeTheCompilerHasDoneItsWorkIsNotTheEnd() {
        double[][] slices = {{5769, 0.18}, {5595, 0.19}, {5238, 0.18}, {6034, 0.19}, {2842, 0.23}, {1213, 0.25}};
        for (double[] slice : slices) {
            assertThat(ends(slice[0], slice[1])).isFalse();
        }
        assertThat(ends(1200, 0.04)).isTrue();
    }

    @Test
    void whoNeverSettlesIsMeasuredAsItIs() {
        for (int i = 1; i < 12; i++) {
            assertThat(ends(100, 0.5)).isFalse();
        }
        assertThat(ends(100, 0.5)).isTrue();
    }

    @Test
    void whereThereIsNoMediatorTwoSlicesSuffice() {
        assertThat(primer.endedWith(new Primer.Slice(OptionalDouble.empty(), 0)))
                .isFalse();
        assertThat(primer.endedWith(new Primer.Slice(OptionalDouble.empty(), 0)))
                .isTrue();
    }

    private boolean ends(double cpuMicrosPerMessage, double compilerShare) {
        return primer.endedWith(new Primer.Slice(OptionalDouble.of(cpuMicrosPerMessage), compilerShare));
    }
}
