package org.busbench.mediation.fastlane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The states of an endpoint, by a clock that stands still until it is moved. */
class CircuitBreakerTest {

    private static final int REFUSED = 101503;
    private static final int SILENT = 101504;

    private final AtomicLong now = new AtomicLong(5);

    @Test
    void isSuspendedForLongerEachTimeItFailsAgain() {
        CircuitBreaker breaker = breaker(new CircuitBreaker.Policy(Set.of(), 100, 2, 350, Set.of(), 0, 0, true));

        breaker.failed(REFUSED);
        assertReadyAfter(breaker, 100);
        breaker.failed(REFUSED);
        assertReadyAfter(breaker, 200);
        breaker.failed(REFUSED);
        assertReadyAfter(breaker, 350);
        breaker.succeeded();
        breaker.failed(REFUSED);
        assertReadyAfter(breaker, 100);
    }

    @Test
    void isSuspendedForThirtySecondsWhereNothingSaysHowLong() {
        CircuitBreaker breaker =
                breaker(new CircuitBreaker.Policy(Set.of(), -1, 1, Long.MAX_VALUE, Set.of(), 0, 0, true));

        breaker.failed(REFUSED);

        assertReadyAfter(breaker, 30_000);
    }

    @Test
    void isTriedAgainAsOftenAsItMayBeBeforeItIsSuspended() {
        CircuitBreaker breaker =
                breaker(new CircuitBreaker.Policy(Set.of(), 1000, 1, Long.MAX_VALUE, Set.of(SILENT), 2, 10, true));

        breaker.failed(SILENT);
        assertReadyAfter(breaker, 10);
        breaker.failed(SILENT);
        assertReadyAfter(breaker, 10);
        breaker.failed(SILENT);
        assertReadyAfter(breaker, 1000);
    }

    @Test
    void takesNoNoticeOfErrorsThatItIsNotToldToCount() {
        CircuitBreaker breaker =
                breaker(new CircuitBreaker.Policy(Set.of(REFUSED), 1000, 1, Long.MAX_VALUE, Set.of(-1), 0, 0, true));

        breaker.failed(SILENT);
        assertThat(breaker.isReady()).isTrue();
        breaker.failed(REFUSED);
        assertThat(breaker.isReady()).isFalse();
    }

    @Test
    void isAlwaysReadyWhereItIsSuspendedForNoTime() {
        CircuitBreaker breaker =
                breaker(new CircuitBreaker.Policy(Set.of(), 0, 1, Long.MAX_VALUE, Set.of(), 0, 0, true));

        breaker.failed(REFUSED);

        assertThat(breaker.isOn()).isFalse();
        assertThat(breaker.isReady()).isTrue();
    }

    private CircuitBreaker breaker(CircuitBreaker.Policy policy) {
        return new CircuitBreaker("e", policy, now::get);
    }

    private void assertReadyAfter(CircuitBreaker breaker, long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis) - 1);
        assertThat(breaker.isReady()).isFalse();
        now.incrementAndGet();
        assertThat(breaker.isReady()).isTrue();
    }
}
