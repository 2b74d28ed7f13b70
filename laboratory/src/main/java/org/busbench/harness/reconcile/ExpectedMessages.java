package org.busbench.harness.reconcile;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What must be true of the messages themselves, beside their number.
 *
 * @param routes messages that each instance must get, by its letter; null when only the sum is known
 * @param only the one instance that may get messages, its letter; null when several may
 * @param unique whether no nonce is sent twice
 * @param nonceSum sum over all nonces, as the backend defines it; null when it is not known
 * @param perRequest how many messages each request makes, all to one instance
 */
public record ExpectedMessages(Map<String, Long> routes, String only, boolean unique, Long nonceSum, int perRequest) {

    /** Only the number of the messages is known. */
    public static final ExpectedMessages NUMBER_ONLY = new ExpectedMessages(null, null, false, null, 1);

    public ExpectedMessages {
        routes = routes == null ? null : Map.copyOf(routes);
    }

    /** The expected messages of two loads of one scenario at the same time, which share no nonce. */
    public ExpectedMessages plus(ExpectedMessages other) {
        Map<String, Long> both = null;
        if (routes != null && other.routes != null) {
            both = new TreeMap<>(routes);
            for (Map.Entry<String, Long> more : other.routes.entrySet()) {
                both.merge(more.getKey(), more.getValue(), Long::sum);
            }
        }
        return new ExpectedMessages(
                both,
                Objects.equals(only, other.only) ? only : null,
                unique && other.unique,
                nonceSum == null || other.nonceSum == null ? null : Long.valueOf(nonceSum + other.nonceSum),
                perRequest);
    }
}
