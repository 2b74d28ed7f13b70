package org.busbench.thrift.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private final Schedule schedule = new Schedule(1, 2_000, 20);

    @Test
    void aRampHasTheAreaBelowItsLine() {
        assertThat(schedule.total()).isEqualTo(20_010);
        assertThat(schedule.dueAt(20)).isEqualTo(20_010);
        assertThat(schedule.dueAt(99)).isEqualTo(20_010);
        assertThat(schedule.dueAt(10)).isEqualTo(5_007);
        assertThat(schedule.dueAt(-1)).isZero();
    }

    @Test
    void aRequestIsDueAtTheInstantAtWhichItIsCounted() {
        for (long number = 1; number <= schedule.total(); number += 97) {
            double due = schedule.dueSecond(number);
            assertThat(schedule.dueAt(due + 1e-6)).isGreaterThanOrEqualTo(number);
            assertThat(schedule.dueAt(due - 1e-6)).isLessThan(number);
        }
    }

    @Test
    void aRampThatFallsIsRefused() {
        assertThatThrownBy(() -> new Schedule(2, 1, 20)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Schedule(1, 2, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSettingThatIsMissingIsNamed() {
        assertThatThrownBy(() -> RampSettings.of(new Properties())).hasMessage("-Dramp.port is missing");
    }
}
