package org.busbench.common.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.busbench.common.tls.TlsTerms.Store;

/** The client side of TLS on a user's terms. Thread safe. */
public final class ClientTls {
    private final SSLContext context;
    private final boolean insecure;

    private ClientTls(SSLContext context, boolean insecure) {
        this.context = context;
        this.insecure = insecure;
    }

    /**
     * TLS on these terms.
     *
     * @throws IOException when a file or a password is not as the terms say; the message names it
     */
    public static ClientTls on(TlsTerms terms) throws IOException {
        try {
            if (terms.equals(TlsTerms.USUAL)) {
                return new ClientTls(SSLContext.getDefault(), false);
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity(terms.identity()), trust(terms), new SecureRandom());
            return new ClientTls(context, terms.insecure());
        } catch (GeneralSecurityException unusable) {
            throw new IOException("no TLS on these terms: " + unusable.getMessage(), unusable);
        }
    }

    private static KeyManager[] identity(Store store) throws IOException, GeneralSecurityException {
        if (store == null) {
            return null;
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        KeyStore keys = StoreFile.keys(store);
        managers.init(keys, StoreFile.password(store));
        return managers.getKeyManagers();
    }

    private static TrustManager[] trust(TlsTerms terms) throws IOException, GeneralSecurityException {
        if (terms.insecure()) {
            return new TrustManager[] {new Anyone()};
        }
        if (terms.trust() == null) {
            return null;
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(StoreFile.certificates(terms.trust()));
        TrustManager[] found = managers.getTrustManagers();
        for (int i = 0; i < found.length; i++) {
            found[i] = found[i] instanceof X509ExtendedTrustManager manager ? new NotExpired(manager) : found[i];
        }
        return found;
    }

    /** An engine for a connection to a server. Naming the peer lets later connections resume an earlier session. */
    public SSLEngine engine(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        engine.setSSLParameters(checked(engine.getSSLParameters()));
        return engine;
    }

    /**
     * Encrypts a connected socket; blocks for the handshake. Closing it closes the plain one.
     *
     * @throws IOException when the server is not trusted, or does not speak TLS
     */
    public SSLSocket socket(Socket plain, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        socket.setSSLParameters(checked(socket.getSSLParameters()));
        socket.startHandshake();
        return socket;
    }

    private SSLParameters checked(SSLParameters parameters) {
        if (!insecure) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        return parameters;
    }

    /** Java asks a certificate that is trusted itself, and not its issuer's, for no dates (RFC 5280, section 6.1). */
    private static final class NotExpired extends X509ExtendedTrustManager {
        private final X509ExtendedTrustManager next;

        NotExpired(X509ExtendedTrustManager next) {
            this.next = next;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            chain[0].checkValidity();
            next.checkServerTrusted(chain, type, socket);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            chain[0].checkValidity();
            next.checkServerTrusted(chain, type, engine);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            chain[0].checkValidity();
            next.checkServerTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            next.checkClientTrusted(chain, type, socket);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            next.checkClientTrusted(chain, type, engine);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            next.checkClientTrusted(chain, type);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return next.getAcceptedIssuers();
        }
    }

    /** For servers under test with certificates of their own. */
    private static final class Anyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // Any certificate will do.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            // Any certificate will do.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // Any certificate will do.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Any certificate will do.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            // Any certificate will do.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // Any certificate will do.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
