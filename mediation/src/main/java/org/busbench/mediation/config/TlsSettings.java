package org.busbench.mediation.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be known for TLS. Every part may be missing.
 *
 * @param listen where clients reach the mediator by HTTPS, or null for nowhere
 * @param own key and certificate that clients are shown, or null
 * @param clients whose certificates clients may have, or null for those that the JDK trusts
 * @param clientsNeedCertificates whether a client without one is refused
 * @param shown key and certificate that backends are shown, or null
 * @param backends whose certificates backends may have, or null for those that the JDK trusts
 */
public record TlsSettings(
        ListenAddress listen, Store own, Store clients, boolean clientsNeedCertificates, Store shown, Store backends) {

    /** No HTTPS for clients, and what the JDK trusts for backends. */
    public static final TlsSettings NONE = new TlsSettings(null, null, null, false, null, null);

    /** Checks that there is something to show where clients come by HTTPS. */
    public TlsSettings {
        if (listen != null && own == null) {
            throw new IllegalArgumentException(
                    "HTTPS on " + listen + " needs a key: name a PKCS #12, JKS or PEM file with --tls-key FILE");
        }
    }

    /**
     * A file of keys or certificates.
     *
     * @param file PKCS #12, JKS or PEM
     * @param password of the store, or null
     * @param keyPassword of the key in it, or null for the store's
     */
    @SuppressWarnings("ArrayRecordComponent") // passwords, never compared
    public record Store(Path file, char[] password, char[] keyPassword) {

        /**
         * A store whose password stands in a file or in the environment.
         *
         * @param file PKCS #12, JKS or PEM
         * @param passwordFile its first line is the store's password, a second one the key's; or null
         * @param variable of the environment that is looked at without such a file
         * @throws BadConfigException when the file of the password cannot be read
         */
        public static Store of(Path file, Path passwordFile, String variable) throws BadConfigException {
            if (passwordFile == null) {
                String value = System.getenv(variable);
                return new Store(file, value == null ? null : value.toCharArray(), null);
            }
            try {
                List<String> lines = Files.readAllLines(passwordFile);
                if (lines.isEmpty()) {
                    throw new BadConfigException(passwordFile + ": is empty; its first line is to be a password");
                }
                return new Store(
                        file,
                        lines.get(0).toCharArray(),
                        lines.size() > 1 ? lines.get(1).toCharArray() : null);
            } catch (IOException e) {
                throw new BadConfigException(passwordFile + ": cannot be read: " + e, e);
            }
        }
    }
}
