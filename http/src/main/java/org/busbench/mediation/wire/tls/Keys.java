package org.busbench.mediation.wire.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Keys and certificates in files: a key store (PKCS #12 or JKS, told apart by its content), or PEM text with a PKCS #8 key and its chain.
 *
 * @param storePassword of the store, or null; PEM has none
 * @param keyPassword of the key in it, or null for the store's
 */
@SuppressWarnings("ArrayRecordComponent") // passwords, never compared
public record Keys(Path file, char[] storePassword, char[] keyPassword) {
    private static final Pattern PEM_KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([^-]*)-----END [A-Z ]*PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");
    private static final char[] NONE = {};

    /**
     * Makes a context of keys to show and certificates to trust.
     *
     * @param own what to show to peers, or null for nothing
     * @param trusted whom to trust, or null for whom the JDK trusts
     * @throws IOException when a file cannot be read, its password is wrong, or no key or certificate is in it; the message names it
     */
    public static SSLContext context(Keys own, Keys trusted) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    own == null ? null : own.keyManagers(), trusted == null ? null : trusted.trustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private KeyManager[] keyManagers() throws IOException {
        try {
            KeyStore store = isPem() ? pemKey() : store();
            char[] password = keyPassword != null ? keyPassword : storePassword != null ? storePassword : NONE;
            boolean hasKey = false;
            for (String alias : Collections.list(store.aliases())) {
                hasKey |= store.isKeyEntry(alias);
            }
            if (!hasKey) {
                throw new IOException(file + ": holds no private key");
            }
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": the key cannot be used, or its password is wrong: " + e.getMessage(), e);
        }
    }

    private TrustManager[] trustManagers() throws IOException {
        try {
            KeyStore store = isPem() ? empty() : store();
            if (isPem()) {
                int number = 0;
                for (Certificate certificate : pemCertificates()) {
                    store.setCertificateEntry("trusted-" + number++, certificate);
                }
            }
            if (store.size() == 0) {
                throw new IOException(file + ": holds no certificate");
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": the certificates cannot be used: " + e.getMessage(), e);
        }
    }

    private boolean isPem() throws IOException {
        return text().contains("-----BEGIN ");
    }

    private String text() throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException(file + ": there is no such file, or it cannot be read");
        }
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private KeyStore store() throws IOException {
        try {
            return KeyStore.getInstance(file.toFile(), storePassword);
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException(
                    file + ": no key store (PKCS #12, JKS) or PEM text, or a wrong password: " + e.getMessage(), e);
        }
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private KeyStore pemKey() throws IOException, GeneralSecurityException {
        Matcher key = PEM_KEY.matcher(text());
        if (!key.find()) {
            throw new IOException(file + ": holds no private key");
        }
        if (!key.group(1).equals("PRIVATE KEY")) {
            throw new IOException(file + ": holds a key of the form '" + key.group(1)
                    + "'; make it PKCS #8 with: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW");
        }
        KeyStore store = empty();
        char[] password = keyPassword != null ? keyPassword : storePassword != null ? storePassword : NONE;
        store.setKeyEntry(
                "own",
                privateKey(Base64.getMimeDecoder().decode(key.group(2))),
                password,
                pemCertificates().toArray(Certificate[]::new));
        return store;
    }

    private PrivateKey privateKey(byte[] encoded) throws GeneralSecurityException {
        GeneralSecurityException last = new GeneralSecurityException("no algorithm fits");
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            } catch (GeneralSecurityException e) {
                last = e;
            }
        }
        throw last;
    }

    private List<Certificate> pemCertificates() throws IOException, GeneralSecurityException {
        String withoutKey = PEM_KEY.matcher(text()).replaceAll("");
        if (!withoutKey.contains("-----BEGIN CERTIFICATE-----")) {
            throw new IOException(file + ": holds no certificate");
        }
        byte[] bytes = withoutKey.getBytes(StandardCharsets.ISO_8859_1);
        return List.copyOf(
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes)));
    }
}
