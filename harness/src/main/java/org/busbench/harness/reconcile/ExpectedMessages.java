package org.busbench.harness.reconcile;

import java.util.Map;

/**
 * What must be true of the messages themselves, beside their number.
 *
 * @param routes messages that each instance must get, by its letter; null when only the sum is known
 * @param only the one instance that may get messages, its letter; null when several may
 * @param unique whether no nonce is sent twice
 * @param nonceSum sum over all nonces, as the backend defines it; null when it is not known
 */
public record ExpectedMessages(Map<String, Long> routes, String only, boolean unique, Long nonceSum) {

    /** Nothing is known but the number. */
    public static final ExpectedMessages NUMBER_ONLY = new ExpectedMessages(null, null, false, null);

    /** Makes the map unchangeable. */
    public ExpectedMessages {
        routes = routes == null ? null : Map.copyOf(routes);
    }
}
