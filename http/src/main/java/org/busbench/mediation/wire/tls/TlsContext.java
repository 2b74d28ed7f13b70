package org.busbench.mediation.wire.tls;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * Keys and trust, and the threads that compute with them: what takes a millisecond must not keep an I/O thread. Protocols and ciphers are
 * those that the JDK takes for good (TLS 1.2 and 1.3). For any thread.
 *
 * @param context made by {@link Keys}
 * @param clientsNeedCertificates whether a client without a certificate that is trusted is refused
 * @param handshakeTimeout how long a peer may take for its handshake
 */
public record TlsContext(SSLContext context, boolean clientsNeedCertificates, Duration handshakeTimeout) {
    private static final ExecutorService WORKERS =
            Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), task -> {
                Thread thread = new Thread(task, "tls-work");
                thread.setDaemon(true);
                return thread;
            });

    SSLEngine forClient() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(clientsNeedCertificates);
        return engine;
    }

    /** For a backend, whose certificate has to name the host (RFC 9110 section 4.3.4); the name goes out as SNI (RFC 6066 section 3). */
    SSLEngine forBackend(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** Computes elsewhere. As many wait at most as there are handshakes. */
    static void compute(Runnable work) {
        WORKERS.execute(work);
    }
}
