package org.busbench.mediation.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.busbench.mediation.wire.Deadline;

/** The place of an pending among those that wait for a connection of their pool. Made when it queues up; for the loop's thread. */
final class Waiting {
    private final HttpLoop state;
    private final PendingRequest pending;
    private final Consumer<Failure> tooLong;
    private final Deadline patience;

    /**
     * Begins to wait.
     *
     * @param pending who waits
     * @param longest how long at most
     * @param tooLong is told when that was not enough; the place is given up then
     */
    Waiting(HttpLoop state, PendingRequest pending, Duration longest, Consumer<Failure> tooLong) {
        this.state = state;
        this.pending = pending;
        this.tooLong = tooLong;
        this.patience = state.loop().deadline(this::tooLong);
        patience.set(longest.toNanos());
    }

    /** There is a connection. */
    void end() {
        patience.clear();
    }

    /** Gives the place up. */
    void leave() {
        state.pools().forget(pending);
        end();
    }

    private void tooLong() {
        leave();
        Endpoint endpoint = pending.endpoint();
        long millis = TimeUnit.NANOSECONDS.toMillis(endpoint.connectTimeout().toNanos());
        tooLong.accept(new Failure(
                Failure.Kind.CONNECT_TIMEOUT,
                "all " + endpoint.mostConnections() + " connections to " + endpoint.authority() + " were in use for "
                        + millis + " ms"));
    }
}
