package org.busbench.mediation.fastlane;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.compile.Suspension;

/**
 * Whether an endpoint may be asked: the states of Synapse's endpoints. One that failed is suspended, for longer each time it fails again; one that was
 * slow is marked first, and suspended when its retries are used up. An answer makes it active again.
 *
 * <p>For the threads of all loops; waits for nobody longer than it takes to change four fields.
 */
final class EndpointState {

    private static final Log LOG = LogFactory.getLog(EndpointState.class);

    private enum State {
        ACTIVE,
        TIMEOUT,
        SUSPENDED
    }

    private final String endpoint;
    private final Suspension suspension;
    private final LongSupplier nanos;
    private volatile State state = State.ACTIVE;
    private volatile long nextTry;
    private int retriesLeft = -1;
    private long lastMillis = -1;

    /** The clock gives nanoseconds of any origin. */
    EndpointState(String endpoint, Suspension suspension, LongSupplier nanos) {
        this.endpoint = endpoint;
        this.suspension = suspension;
        this.nanos = nanos;
    }

    /** Whether there is anything to keep. */
    boolean isTracked() {
        return !suspension.isNever();
    }

    /** Whether a message may be sent there now. */
    boolean isReady() {
        return state == State.ACTIVE || suspension.isNever() || nanos.getAsLong() - nextTry >= 0;
    }

    void succeeded() {
        if (state != State.ACTIVE) {
            synchronized (this) {
                state = State.ACTIVE;
                retriesLeft = suspension.retries();
                lastMillis = -1;
            }
            LOG.info("the endpoint '" + endpoint + "' has answered and is active again");
        }
    }

    /** A message failed there; the code is one of Synapse's transport. */
    synchronized void failed(int code) {
        if (!isTracked()) {
            return;
        }
        if (suspension.marks(code)) {
            mark();
        } else if (suspension.suspends(code)) {
            suspend();
        }
    }

    private void mark() {
        int retries = retriesLeft == -1 ? suspension.retries() : retriesLeft;
        if (retries <= 0) {
            suspend();
            return;
        }
        retriesLeft = retries - 1;
        tryAgainAfter(suspension.retryMillis());
        state = State.TIMEOUT;
    }

    private void suspend() {
        lastMillis = suspension.millisAfter(lastMillis);
        tryAgainAfter(lastMillis);
        state = State.SUSPENDED;
        LOG.warn("the endpoint '" + endpoint + "' is suspended for " + lastMillis + " ms");
    }

    private void tryAgainAfter(long millis) {
        // Half the range of the clock, 146 years, is as good as for ever.
        nextTry = nanos.getAsLong() + Math.min(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE / 2);
    }

    @Override
    public String toString() {
        return "[ Name : " + endpoint + " ] [ State : " + state + " ]";
    }
}
