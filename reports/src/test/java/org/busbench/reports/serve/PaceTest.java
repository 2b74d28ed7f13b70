package org.busbench.reports.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {

    private final AtomicLong clock = new AtomicLong();
    private final Pace pace = new Pace(clock::get);

    @Test
    void whatIsLeftIsWhatWasSaidLessTheTimeSince() {
        pace.planned(100);
        assertThat(pace.leastSecondsLeft()).isNull();
        assertThat(pace.mostSecondsLeft()).isNull();

        pace.left(Duration.ofSeconds(300), Duration.ofSeconds(500));
        pass(10);
        assertThat(pace.leastSecondsLeft()).isEqualTo(290);
        assertThat(pace.mostSecondsLeft()).isEqualTo(490);

        pass(400);
        assertThat(pace.leastSecondsLeft()).isZero();
        assertThat(pace.mostSecondsLeft()).isEqualTo(90);
    }

    @Test
    void aTrialBeyondThePlanExtendsIt() {
        pace.planned(2);
        pace.landed(3);
        assertThat(pace.planned()).isEqualTo(3);
        assertThat(pace.done()).isEqualTo(3);
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
