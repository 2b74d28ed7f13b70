package org.busbench.sampler.wire;

import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Makes the client side of TLS connections, with the JVM's trust store, or with no check at all. Thread safe. */
public final class Tls {
    private final SSLContext context;
    private final boolean trustAll;

    private Tls(SSLContext context, boolean trustAll) {
        this.context = context;
        this.trustAll = trustAll;
    }

    /**
     * TLS to a server.
     *
     * @param trustAll whether any certificate for any name will do
     * @return the maker of connections
     * @throws GeneralSecurityException when the JVM has no usable TLS
     */
    public static Tls client(boolean trustAll) throws GeneralSecurityException {
        if (!trustAll) {
            return new Tls(SSLContext.getDefault(), false);
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anyone()}, new SecureRandom());
        return new Tls(context, true);
    }

    /** A connection's engine. Naming the peer lets later connections resume an earlier session. */
    SSLEngine engine(InetSocketAddress address) {
        SSLEngine engine = context.createSSLEngine(address.getHostString(), address.getPort());
        engine.setUseClientMode(true);
        if (!trustAll) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
        }
        return engine;
    }

    /** For servers under test with certificates of their own. */
    private static final class Anyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // Whoever it is.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {
            // Whoever it is.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // Whoever it is.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Whoever it is.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {
            // Whoever it is.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // Whoever it is.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
