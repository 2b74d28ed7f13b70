package org.busbench.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {0, 5, Long.MAX_VALUE - 2 * SECOND, -7 * SECOND})
    void requestsAreDueAtEqualDistancesAlsoWhereTheClockWrapsAround(long start) {
        Schedule schedule = new Schedule(start, 3);

        assertThat(schedule.dueNanos(0)).isEqualTo(start);
        assertThat(schedule.dueNanos(1) - start).isEqualTo(SECOND / 3);
        assertThat(schedule.dueNanos(3_600L * 3) - start).isEqualTo(3_600 * SECOND);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 200, 9_999})
    void theFirstRequestFromAnInstantIsTheFirstThatIsNotDueBefore(int rate) {
        Schedule schedule = new Schedule(-SECOND, rate);

        assertThat(schedule.firstFrom(-2 * SECOND)).isZero();
        assertThat(schedule.firstFrom(-SECOND)).isZero();
        for (long instant = -SECOND; instant < 3 * SECOND; instant += 333_333) {
            long first = schedule.firstFrom(instant);
            assertThat(schedule.dueNanos(first)).isGreaterThanOrEqualTo(instant);
            assertThat(first == 0 || schedule.dueNanos(first - 1) < instant).isTrue();
        }
    }

    @Test
    void noncesLookLikeThoseOfTheLoadAndAreNoneOfThem() throws IOException {
        ProbeNonces nonces = new ProbeNonces();

        assertThat(nonces.of(1)).matches("[0-9a-f]{16}").isNotEqualTo(nonces.of(2));
        assertThat(Files.readString(ProjectFiles.ROOT.resolve("jmeter-plans/data/quotes.csv")))
                .doesNotContain("," + ProbeNonces.PREFIX);
    }
}
