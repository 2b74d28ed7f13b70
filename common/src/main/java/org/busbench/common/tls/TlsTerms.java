package org.busbench.common.tls;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * On which terms a client speaks TLS. Passwords are named by the environment variable that holds them, and never stand
 * here.
 *
 * @param trust whose certificates are trusted; null for those that the JVM trusts
 * @param identity the client's own certificate and key; null for none
 * @param insecure whether any certificate for any name will do
 */
public record TlsTerms(Store trust, Store identity, boolean insecure) {
    /** The JVM's own trust, and no certificate of the client's. */
    public static final TlsTerms USUAL = new TlsTerms(null, null, false);

    private static final String TRUST = "tls.trust";
    private static final String IDENTITY = "tls.keystore";
    private static final String PASSWORD = ".password-env";
    private static final String INSECURE = "tls.insecure";

    /**
     * A file of certificates, or of a key: PEM (certificates alone), PKCS12 or JKS.
     *
     * @param passwordVariable name of the environment variable with its password; null without one
     */
    public record Store(Path file, String passwordVariable) {}

    /** Refuses a trust file that would never be read. */
    public TlsTerms {
        if (insecure && trust != null) {
            throw new IllegalArgumentException("'insecure' trusts everybody, and 'trust' names whom: remove one");
        }
    }

    /** As properties, which {@link #of} reads in another process. */
    public Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        put(properties, TRUST, trust);
        put(properties, IDENTITY, identity);
        if (insecure) {
            properties.put(INSECURE, "true");
        }
        return properties;
    }

    private static void put(Map<String, String> properties, String name, Store store) {
        if (store != null) {
            properties.put(name, store.file().toAbsolutePath().toString());
            if (store.passwordVariable() != null) {
                properties.put(name + PASSWORD, store.passwordVariable());
            }
        }
    }

    /**
     * What {@link #properties} wrote.
     *
     * @param property gives the value of a name; null where there is none
     */
    public static TlsTerms of(Function<String, String> property) {
        return new TlsTerms(
                store(property, TRUST), store(property, IDENTITY), Boolean.parseBoolean(property.apply(INSECURE)));
    }

    private static Store store(Function<String, String> property, String name) {
        return Optional.ofNullable(property.apply(name))
                .map(file -> new Store(Path.of(file), property.apply(name + PASSWORD)))
                .orElse(null);
    }
}
