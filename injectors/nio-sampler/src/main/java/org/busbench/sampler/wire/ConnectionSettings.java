package org.busbench.sampler.wire;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.busbench.common.tls.ClientTls;

/**
 * How requests travel.
 *
 * @param tls null for plain HTTP
 * @param keepAlive whether a connection carries one request after another; else each gets its own
 * @param connectTimeout until a connection (with TLS: its handshake) stands; zero for no limit
 * @param answerTimeout from the sending of a request to the end of its answer; zero for no limit
 */
public record ConnectionSettings(
        InetSocketAddress address, ClientTls tls, boolean keepAlive, Duration connectTimeout, Duration answerTimeout) {
    public ConnectionSettings {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("no such host: " + address.getHostString());
        }
        if (connectTimeout.isNegative() || answerTimeout.isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative");
        }
    }

    public ConnectionSettings to(InetSocketAddress other) {
        return new ConnectionSettings(other, tls, keepAlive, connectTimeout, answerTimeout);
    }
}
