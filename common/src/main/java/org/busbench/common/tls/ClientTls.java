package org.busbench.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collections;
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
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

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

    /**
     * The TLS that a URL asks for.
     *
     * @return null for one of plain http
     * @throws IOException as {@link #on}
     */
    public static ClientTls of(URI url, TlsTerms terms) throws IOException {
        return isMeantBy(url) ? on(terms) : null;
    }

    public static boolean isMeantBy(URI url) {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    /** The port of a URL, which http and https may leave out. */
    public static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : isMeantBy(url) ? HTTPS_PORT : HTTP_PORT;
    }

    /**
     * Connects to the server of a URL; blocks, for the handshake too.
     *
     * @param tls null for a plain connection
     * @param limit of connecting, and of each read from then on
     * @throws IOException when there is no connection, or none on these terms
     */
    public static Socket connect(URI url, ClientTls tls, Duration limit) throws IOException {
        int millis = Math.toIntExact(limit.toMillis());
        Socket plain = new Socket();
        boolean connected = false;
        try {
            plain.setTcpNoDelay(true);
            plain.connect(new InetSocketAddress(url.getHost(), port(url)), millis);
            plain.setSoTimeout(millis);
            Socket socket = tls == null ? plain : tls.socket(plain, url.getHost(), port(url));
            connected = true;
            return socket;
        } finally {
            if (!connected) {
                plain.close();
            }
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
            return new TrustManager[] {new ServerTrust(null)};
        }
        if (terms.trust() == null) {
            return null;
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(StoreFile.certificates(terms.trust()));
        TrustManager[] found = managers.getTrustManagers();
        for (int i = 0; i < found.length; i++) {
            found[i] = found[i] instanceof X509ExtendedTrustManager manager ? new ServerTrust(manager) : found[i];
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

    /** Trusts whom another manager trusts, but asks for the dates of a certificate that is trusted itself, as Java does not (RFC 5280, section 6.1). */
    private static final class ServerTrust extends X509ExtendedTrustManager {
        private static final X509Certificate[] NONE = {};

        private final X509ExtendedTrustManager next;

        /** {@code next} is null for servers under test with certificates of their own: any one will do. */
        ServerTrust(X509ExtendedTrustManager next) {
            this.next = next;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            if (next != null) {
                chain[0].checkValidity();
                next.checkServerTrusted(chain, type, socket);
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            if (next != null) {
                chain[0].checkValidity();
                next.checkServerTrusted(chain, type, engine);
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            checkServerTrusted(chain, type, (Socket) null);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            checkClientTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            checkClientTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("this side is the client");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return next == null ? NONE : next.getAcceptedIssuers();
        }
    }

    /** Reads files of certificates and keys; what is wrong with one is said with its name. */
    private static final class StoreFile {
        private static final String PEM = "-----BEGIN ";
        private static final int JKS_MAGIC = 0xFE;

        private StoreFile() {}

        /** The certificates of a PEM, PKCS12 or JKS file: at least one. */
        static KeyStore certificates(Store store) throws IOException, GeneralSecurityException {
            byte[] bytes = bytes(store.file());
            KeyStore found = isPem(bytes) ? ofPem(store.file(), bytes) : loaded(store, bytes);
            for (String alias : Collections.list(found.aliases())) {
                if (found.getCertificate(alias) != null) {
                    return found;
                }
            }
            throw new IOException("no certificate in " + store.file()
                    + (store.passwordVariable() == null
                            ? " that can be read without a password: name 'password-env'"
                            : ""));
        }

        /** The key and the certificates of a PKCS12 or JKS file. */
        static KeyStore keys(Store store) throws IOException, GeneralSecurityException {
            byte[] bytes = bytes(store.file());
            if (isPem(bytes)) {
                throw new IOException(store.file() + " is PEM: a client's key is read from PKCS12 or JKS;"
                        + " 'openssl pkcs12 -export -in cert.pem -inkey key.pem' makes one");
            }
            KeyStore found = loaded(store, bytes);
            for (String alias : Collections.list(found.aliases())) {
                if (found.isKeyEntry(alias)) {
                    return found;
                }
            }
            throw new IOException("no private key in " + store.file() + ", only certificates");
        }

        /** Null without one. */
        static char[] password(Store store) throws IOException {
            String password = StorePassword.of(store);
            return password == null ? null : password.toCharArray();
        }

        private static byte[] bytes(Path file) throws IOException {
            if (!Files.isRegularFile(file)) {
                throw new IOException("there is no file " + file);
            }
            return Files.readAllBytes(file);
        }

        private static boolean isPem(byte[] bytes) {
            return new String(bytes, ISO_8859_1).contains(PEM);
        }

        private static KeyStore ofPem(Path file, byte[] bytes) throws IOException, GeneralSecurityException {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int number = 0;
            try {
                CertificateFactory factory = CertificateFactory.getInstance("X.509");
                for (Certificate certificate : factory.generateCertificates(new ByteArrayInputStream(bytes))) {
                    store.setCertificateEntry("trusted-" + ++number, certificate);
                }
            } catch (GeneralSecurityException malformed) {
                throw new IOException(file + " is no PEM file of certificates: " + malformed.getMessage(), malformed);
            }
            return store;
        }

        private static KeyStore loaded(Store store, byte[] bytes) throws IOException, GeneralSecurityException {
            boolean jks = bytes.length > 0 && (bytes[0] & 0xFF) == JKS_MAGIC;
            KeyStore found = KeyStore.getInstance(jks ? "JKS" : "PKCS12");
            char[] password = password(store);
            try {
                found.load(new ByteArrayInputStream(bytes), password);
            } catch (IOException unreadable) {
                String why = unreadable.getCause() instanceof GeneralSecurityException
                        ? "the password is not its own"
                        : unreadable.getMessage();
                throw new IOException(
                        "cannot read " + store.file() + " as " + (jks ? "JKS" : "PKCS12") + ": " + why, unreadable);
            }
            return found;
        }
    }
}
