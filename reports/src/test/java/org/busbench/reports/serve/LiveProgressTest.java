package org.busbench.reports.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveProgressTest {

    private final AtomicLong clock = new AtomicLong();
    private final LiveProgress progress = new LiveProgress(clock::get);

    @Test
    void theTimeLeftIsTheForecastLessTheTimeSince() {
        progress.planned(100);
        assertThat(progress.leastSecondsLeft()).isNull();
        assertThat(progress.mostSecondsLeft()).isNull();

        progress.forecast(Duration.ofSeconds(300), Duration.ofSeconds(500));
        pass(10);
        assertThat(progress.leastSecondsLeft()).isEqualTo(290);
        assertThat(progress.mostSecondsLeft()).isEqualTo(490);

        pass(400);
        assertThat(progress.leastSecondsLeft()).isZero();
        assertThat(progress.mostSecondsLeft()).isEqualTo(90);
    }

    @Test
    void aTrialBeyondThePlanExtendsIt() {
        progress.planned(2);
        progress.recorded(3);
        assertThat(progress.planned()).isEqualTo(3);
        assertThat(progress.done()).isEqualTo(3);
    }

    @Test
    void viewersGetATenthOfTheTimeAndNoMore() throws InterruptedException {
        pass(100);
        assertThat(progress.allowance()).isEqualTo(Duration.ofSeconds(10));
        progress.spend(() -> pass(12));
        assertThat(progress.allowance()).isZero();
        pass(28);
        assertThat(progress.allowance()).isEqualTo(Duration.ofSeconds(2));
    }

    private void pass(long seconds) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
