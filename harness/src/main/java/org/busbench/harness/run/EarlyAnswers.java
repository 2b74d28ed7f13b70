package org.busbench.harness.run;

import java.io.IOException;
import java.time.Duration;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.Injector.Mark;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.reconcile.Held;

/**
 * Looks, under full load and after the measured window, whether clients get answers that the backend has not given: it
 * holds its answers back for a moment, in which whoever waits for them has none to pass on. The clients are counted before
 * the backend, so that the look is exact: no order of events and no delay can make it accuse who waits. For the run's
 * thread; blocks for as long as the look takes.
 */
final class EarlyAnswers {
    private static final Duration SHORTEST = Duration.ofMillis(60);
    private static final Duration LONGEST = Duration.ofMillis(500);
    /** What was under way has come home after one round, and then somebody who does not wait has time for more. */
    private static final int ROUNDS = 4;
    /** It opens by itself if this process dies. */
    private static final Duration SAFETY = Duration.ofMillis(500);

    private final BackendProcess backend;
    private final Injector injector;

    EarlyAnswers(BackendProcess backend, Injector injector) {
        this.backend = backend;
        this.injector = injector;
    }

    /**
     * Looks once.
     *
     * @param users clients of a closed load, each of which waits for its answer; 0 for an open one
     * @param answersPerSecond what they got
     * @return counts of both ends since they began to count; null when one of them does not
     */
    Held look(int users, double answersPerSecond) throws IOException, InterruptedException {
        Duration length = length(users, answersPerSecond);
        try {
            backend.hold(length.plus(SAFETY));
            Thread.sleep(length.toMillis());
            Mark clients = injector.mark();
            BackendStats counts = backend.count();
            return clients.verified() == null || counts.given() == null
                    ? null
                    : new Held(clients.verified(), counts.given());
        } finally {
            backend.hold(Duration.ZERO);
            if (users == 0) {
                // An open load has become late by that, and has to catch up before it may end.
                Thread.sleep(2 * length.toMillis());
            }
        }
    }

    static Duration length(int users, double answersPerSecond) {
        if (users == 0 || !(answersPerSecond > 0)) {
            return SHORTEST;
        }
        long millis = Math.round(1000.0 * ROUNDS * users / answersPerSecond);
        return Duration.ofMillis(Math.max(SHORTEST.toMillis(), Math.min(LONGEST.toMillis(), millis)));
    }
}
