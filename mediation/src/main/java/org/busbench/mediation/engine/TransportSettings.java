package org.busbench.mediation.engine;

import java.time.Duration;
import org.apache.synapse.transport.passthru.config.PassThroughConfiguration;

/** Settings of the transport, from {@code passthru-http.properties} on the class path or system properties of the same names. */
final class TransportSettings {

    private TransportSettings() {}

    /** How many messages are mediated at once. */
    static int workers() {
        return Math.max(1, number("worker_pool_size_core", 20));
    }

    /** How many messages may wait for a worker before further ones are refused. */
    static int waitingMessages() {
        return Math.max(1, number("busbench.engine.waiting", 10_000));
    }

    /** The longest time to connect. */
    static Duration connectTimeout() {
        return Duration.ofMillis(Math.max(1, number("http.connection.timeout", 20_000)));
    }

    /** The longest silence of an upstream, unless the endpoint allows more. */
    static Duration socketTimeout() {
        return Duration.ofMillis(Math.max(1, number("http.socket.timeout", 60_000)));
    }

    private static int number(String name, int otherwise) {
        return PassThroughConfiguration.getInstance().getIntProperty(name, otherwise);
    }
}
