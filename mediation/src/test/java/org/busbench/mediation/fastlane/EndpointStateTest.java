package org.busbench.mediation.fastlane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.busbench.mediation.compile.Suspension;
import org.junit.jupiter.api.Test;

/** The states of an endpoint, by a clock that stands still until it is moved. */
class EndpointStateTest {

    private static final int REFUSED = 101503;
    private static final int SILENT = 101504;

    private final AtomicLong now = new AtomicLong(5);

    @Test
    void isSuspendedForLongerEachTimeItFailsAgain() {
        EndpointState state = state(new Suspension(Set.of(), 100, 2, 350, Set.of(), 0, 0, true));

        state.failed(REFUSED);
        assertReadyAfter(state, 100);
        state.failed(REFUSED);
        assertReadyAfter(state, 200);
        state.failed(REFUSED);
        assertReadyAfter(state, 350);
        state.succeeded();
        state.failed(REFUSED);
        assertReadyAfter(state, 100);
    }

    @Test
    void isSuspendedForThirtySecondsWhereNothingSaysHowLong() {
        EndpointState state = state(new Suspension(Set.of(), -1, 1, Long.MAX_VALUE, Set.of(), 0, 0, true));

        state.failed(REFUSED);

        assertReadyAfter(state, 30_000);
    }

    @Test
    void isTriedAgainAsOftenAsItMayBeBeforeItIsSuspended() {
        EndpointState state = state(new Suspension(Set.of(), 1000, 1, Long.MAX_VALUE, Set.of(SILENT), 2, 10, true));

        state.failed(SILENT);
        assertReadyAfter(state, 10);
        state.failed(SILENT);
        assertReadyAfter(state, 10);
        state.failed(SILENT);
        assertReadyAfter(state, 1000);
    }

    @Test
    void takesNoNoticeOfErrorsThatItIsNotToldToCount() {
        EndpointState state = state(new Suspension(Set.of(REFUSED), 1000, 1, Long.MAX_VALUE, Set.of(-1), 0, 0, true));

        state.failed(SILENT);
        assertThat(state.isReady()).isTrue();
        state.failed(REFUSED);
        assertThat(state.isReady()).isFalse();
    }

    @Test
    void isAlwaysReadyWhereItIsSuspendedForNoTime() {
        EndpointState state = state(new Suspension(Set.of(), 0, 1, Long.MAX_VALUE, Set.of(), 0, 0, true));

        state.failed(REFUSED);

        assertThat(state.isTracked()).isFalse();
        assertThat(state.isReady()).isTrue();
    }

    private EndpointState state(Suspension suspension) {
        return new EndpointState("e", suspension, now::get);
    }

    private void assertReadyAfter(EndpointState state, long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis) - 1);
        assertThat(state.isReady()).isFalse();
        now.incrementAndGet();
        assertThat(state.isReady()).isTrue();
    }
}
