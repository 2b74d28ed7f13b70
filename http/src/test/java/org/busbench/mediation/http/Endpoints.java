package org.busbench.mediation.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.busbench.mediation.wire.Dialer;

/** Endpoints with as many connections and as much time as most tests need. */
final class Endpoints {
    private Endpoints() {}

    static Endpoint of(InetSocketAddress address) {
        return of(address, Dialer.PLAIN);
    }

    static Endpoint of(InetSocketAddress address, Dialer dialer) {
        return new Endpoint(
                address,
                address.getHostString() + ":" + address.getPort(),
                4096,
                Duration.ofSeconds(5),
                Duration.ofSeconds(60),
                dialer);
    }
}
