package org.busbench.mediation.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.wire.Dialer;

/**
 * A backend. Connections are kept for each endpoint and loop; two endpoints that are equal share them.
 *
 * @param authority what the Host field says, usually {@code host:port}
 * @param mostConnections how many connections each loop may have to it; more requests wait for one
 * @param connectTimeout how long making a connection, or waiting for one, may take
 * @param answerTimeout how long it may take from the whole request to the first byte of the answer
 */
public record Endpoint(
        InetSocketAddress address,
        String authority,
        int mostConnections,
        Duration connectTimeout,
        Duration answerTimeout,
        Dialer dialer) {

    /** Checks the figures. */
    public Endpoint {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("endpoint " + authority + ": the host " + address.getHostString()
                    + " has no address; check its name");
        }
        if (mostConnections < 1) {
            throw new IllegalArgumentException(
                    "endpoint " + authority + ": mostConnections " + mostConnections + " must be at least 1");
        }
        HttpLimits.checkPositive("endpoint " + authority + ": connectTimeout", connectTimeout);
        HttpLimits.checkPositive("endpoint " + authority + ": answerTimeout", answerTimeout);
        Objects.requireNonNull(dialer, "dialer");
    }
}
