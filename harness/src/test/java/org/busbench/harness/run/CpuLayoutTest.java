package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.busbench.harness.measure.Role;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.suite.Pinning;
import org.junit.jupiter.api.Test;

class CpuLayoutTest {

    @Test
    void onTwoCpusNothingIsPinned() {
        assertThat(CpuLayout.of(Pinning.AUTO, List.of(0, 1))).isEqualTo(CpuLayout.FREE);
    }

    @Test
    void onFourTheMediatorHasTwo() {
        assertThat(CpuLayout.of(Pinning.AUTO, List.of(0, 1, 2, 3)).cpus())
                .isEqualTo(Map.of(Role.MEDIATOR, "0,1", Role.BACKEND, "2", Role.INJECTOR, "3"));
    }

    @Test
    void onMoreEachHasItsShareOfThoseThatThereAre() {
        assertThat(CpuLayout.of(Pinning.AUTO, List.of(2, 3, 4, 5, 10, 11, 12)).cpus())
                .isEqualTo(Map.of(Role.MEDIATOR, "2,3,4", Role.BACKEND, "5", Role.INJECTOR, "10,11,12"));
    }

    @Test
    void whoAsksForNoneGetsNone() {
        assertThat(CpuLayout.of(Pinning.NONE, List.of(0, 1, 2, 3))).isEqualTo(CpuLayout.FREE);
    }

    @Test
    void whatIsRecordedIsReadFromTheProcessesAndNotAssumed() {
        long self = ProcessHandle.current().pid();
        CpuLayout wished = new CpuLayout(Map.of(Role.MEDIATOR, "4095"));

        assertThat(wished.asSet(Map.of(Role.MEDIATOR, self)))
                .containsExactly(Map.entry("mediator", Affinity.of(self).orElseThrow()));
        assertThat(CpuLayout.FREE.asSet(Map.of(Role.MEDIATOR, self))).isNull();
    }
}
