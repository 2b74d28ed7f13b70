package org.busbench.reports.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {

    private final AtomicLong clock = new AtomicLong();
    private final Pace pace = new Pace(clock::get);

    @Test
    void whatIsLeftFollowsFromThePlanFirstAndThenFromTheRun() {
        assertThat(pace.secondsLeft()).isEmpty();
        pace.plan(100, Duration.ofSeconds(5));
        assertThat(pace.secondsLeft()).hasValue(500);
        for (int trial = 1; trial <= 11; trial++) {
            pass(8);
            pace.landed(trial);
        }
        assertThat(pace.done()).isEqualTo(11);
        assertThat(pace.secondsLeft()).hasValue(89 * 8);
    }

    @Test
    void aTrialBeyondThePlanExtendsIt() {
        pace.plan(2, Duration.ofSeconds(5));
        pace.landed(3);
        assertThat(pace.planned()).isEqualTo(3);
        assertThat(pace.secondsLeft()).hasValue(0);
    }

    @Test
    void viewersGetATenthOfTheTimeAndNoMore() throws InterruptedException {
        pass(100);
        assertThat(pace.allowance()).isEqualTo(Duration.ofSeconds(10));
        pace.spend(() -> pass(12));
        assertThat(pace.allowance()).isZero();
        pass(28);
        assertThat(pace.allowance()).isEqualTo(Duration.ofSeconds(2));
    }

    private void pass(long seconds) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
