package org.busbench.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collections;
import org.busbench.common.tls.TlsTerms.Store;

/** Reads files of certificates and keys; what is wrong with one is said with its name. */
final class StoreFile {
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
