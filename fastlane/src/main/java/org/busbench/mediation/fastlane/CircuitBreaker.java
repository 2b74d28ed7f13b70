package org.busbench.mediation.fastlane;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Keeps requests away from an endpoint that fails, with the states of Synapse's endpoints.
 *
 * <p>For the threads of all event loops; a caller waits no longer than it takes to change four fields.
 */
public final class CircuitBreaker {

    private static final Log LOG = LogFactory.getLog(CircuitBreaker.class);

    /**
     * The states, under Synapse's names. An error of {@link Policy#marks} moves ACTIVE to TIMEOUT, and TIMEOUT to SUSPENDED once the retries are
     * used up; an error of {@link Policy#suspends} moves any state to SUSPENDED, for longer each time. An answer moves any state to ACTIVE.
     */
    private enum State {
        /** Closed: takes requests. */
        ACTIVE,
        /** Takes the next request after the retry delay. */
        TIMEOUT,
        /** Open: takes the next request when the suspension is over. */
        SUSPENDED
    }

    /**
     * When an endpoint is suspended: Synapse's {@code suspendOnFailure} and {@code markForSuspension}.
     *
     * @param suspendCodes codes of errors that suspend it; empty: all
     * @param initialMillis the first suspension; less than 0: Synapse's own 30 s
     * @param factor by which a suspension grows when the first request after the last one fails again
     * @param markCodes codes of errors after which it is retried before it is suspended; empty: Synapse's own, a closed connection and a timeout
     * @param retries how often it is retried
     * @param retryMillis delay before each retry
     * @param enabled whether errors count at all; those of a WSDL or default endpoint outside of a group do not
     */
    public record Policy(
            Set<Integer> suspendCodes,
            long initialMillis,
            double factor,
            long maxMillis,
            Set<Integer> markCodes,
            int retries,
            long retryMillis,
            boolean enabled) {

        private static final Set<Integer> TIMED_OUT_OR_CLOSED = Set.of(101504, 101505);
        private static final long DEFAULT_MILLIS = 30_000;

        public Policy {
            suspendCodes = Set.copyOf(suspendCodes);
            markCodes = Set.copyOf(markCodes);
        }

        /** Returns whether no error ever keeps a request away from the endpoint. */
        public boolean isOff() {
            return !enabled || (initialMillis == 0 && (retries == 0 || retryMillis == 0));
        }

        private boolean marks(int code) {
            return (markCodes.isEmpty() ? TIMED_OUT_OR_CLOSED : markCodes).contains(code);
        }

        private boolean suspends(int code) {
            return suspendCodes.isEmpty() || suspendCodes.contains(code);
        }

        /** The suspension after one of {@code lastMillis} and no success since; 0 or less for none. */
        private long millisAfter(long lastMillis) {
            long next = lastMillis > 0 ? (long) (lastMillis * factor) : initialMillis;
            if (next > maxMillis) {
                return maxMillis;
            }
            return next < 0 ? DEFAULT_MILLIS : next;
        }
    }

    private final String endpoint;
    private final Policy policy;
    private final LongSupplier nanos;
    private volatile State state = State.ACTIVE;
    private volatile long nextTry;
    private int retriesLeft = -1;
    private long lastMillis = -1;

    /** The clock gives nanoseconds of any origin. */
    CircuitBreaker(String endpoint, Policy policy, LongSupplier nanos) {
        this.endpoint = endpoint;
        this.policy = policy;
        this.nanos = nanos;
    }

    /** Whether errors can keep requests away, so that answers have to be reported as well. */
    boolean isOn() {
        return !policy.isOff();
    }

    /** Whether a request may be sent now. */
    boolean isReady() {
        return state == State.ACTIVE || policy.isOff() || nanos.getAsLong() - nextTry >= 0;
    }

    void succeeded() {
        if (state != State.ACTIVE) {
            synchronized (this) {
                state = State.ACTIVE;
                retriesLeft = policy.retries();
                lastMillis = -1;
            }
            LOG.info("the endpoint '" + endpoint + "' has answered and is active again");
        }
    }

    /** A request failed with this error code of Synapse's transport. */
    synchronized void failed(int code) {
        if (policy.isOff()) {
            return;
        }
        if (policy.marks(code)) {
            mark();
        } else if (policy.suspends(code)) {
            suspend();
        }
    }

    private void mark() {
        int retries = retriesLeft == -1 ? policy.retries() : retriesLeft;
        if (retries <= 0) {
            suspend();
            return;
        }
        retriesLeft = retries - 1;
        retryAfter(policy.retryMillis());
        state = State.TIMEOUT;
    }

    private void suspend() {
        lastMillis = policy.millisAfter(lastMillis);
        retryAfter(lastMillis);
        state = State.SUSPENDED;
        LOG.warn("the endpoint '" + endpoint + "' is suspended for " + lastMillis + " ms");
    }

    private void retryAfter(long millis) {
        // Half the range of the clock, 146 years, is as good as for ever.
        nextTry = nanos.getAsLong() + Math.min(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE / 2);
    }

    /** The endpoint and its state, in Synapse's words. */
    @Override
    public String toString() {
        return "[ Name : " + endpoint + " ] [ State : " + state + " ]";
    }
}
