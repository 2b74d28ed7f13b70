package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.suite.Suite.Pinning;
import org.junit.jupiter.api.Test;

class CpuLayoutTest {

    @Test
    void onTwoCpusNothingIsPinned() {
        assertThat(CpuLayout.of(Pinning.AUTO, List.of(0, 1))).isEqualTo(CpuLayout.FREE);
    }

    @Test
    void onFourTheMediatorHasTwo() {
        assertThat(CpuLayout.of(Pinning.AUTO, List.of(0, 1, 2, 3)).cpus())
                .isEqualTo(Map.of(ProcessRole.MEDIATOR, "0,1", ProcessRole.BACKEND, "2", ProcessRole.INJECTOR, "3"));
    }

    @Test
    void onMoreEachHasItsShareOfThoseThatThereAre() {
        assertThat(CpuLayout.of(Pinning.AUTO, List.of(2, 3, 4, 5, 10, 11, 12)).cpus())
                .isEqualTo(Map.of(
                        ProcessRole.MEDIATOR, "2,3,4", ProcessRole.BACKEND, "5", ProcessRole.INJECTOR, "10,11,12"));
    }

    @Test
    void whoAsksForNoneGetsNone() {
        assertThat(CpuLayout.of(Pinning.NONE, List.of(0, 1, 2, 3))).isEqualTo(CpuLayout.FREE);
    }

    @Test
    void whatIsRecordedIsReadFromTheProcessesAndNotAssumed() {
        long self = ProcessHandle.current().pid();
        CpuLayout wished = new CpuLayout(Map.of(ProcessRole.MEDIATOR, "4095"));

        assertThat(wished.asSet(Map.of(ProcessRole.MEDIATOR, self)))
                .containsExactly(Map.entry("mediator", Affinity.of(self).orElseThrow()));
        assertThat(CpuLayout.FREE.asSet(Map.of(ProcessRole.MEDIATOR, self))).isNull();
    }
}
