package org.busbench.harness.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Key stores made by keytool in a folder. Their password is the value of an environment variable that every process has,
 * since a test cannot set one for itself.
 */
public final class TestKeys {
    /** Names the variable whose value is the password. */
    public static final String VARIABLE = "PATH";

    private final Path folder;

    /** Keys in a folder. */
    public TestKeys(Path folder) {
        this.folder = folder;
    }

    /**
     * A key and its certificate, which no authority has signed.
     *
     * @param more further options of {@code keytool -genkeypair}
     */
    public Path pair(String name, String... more) throws IOException, InterruptedException {
        return typed("PKCS12", name, more);
    }

    /** The same in a store of that type. */
    public Path typed(String type, String name, String... more) throws IOException, InterruptedException {
        Path store = folder.resolve(name + "." + type.toLowerCase(Locale.ROOT));
        List<String> arguments = new ArrayList<>(List.of("-genkeypair", "-alias", name, "-keyalg", "EC"));
        arguments.addAll(List.of("-dname", "CN=" + name, "-storetype", type, "-keystore", store.toString()));
        arguments.addAll(List.of("-storepass:env", VARIABLE, "-keypass:env", VARIABLE));
        arguments.addAll(List.of(more));
        keytool(arguments);
        return store;
    }

    /** The certificate of a pair as PEM. */
    public Path pem(Path store) throws IOException, InterruptedException {
        String name = store.getFileName().toString().replaceAll("\\..*", "");
        Path file = folder.resolve(name + ".pem");
        if (Files.exists(file)) {
            return file;
        }
        keytool(List.of(
                "-exportcert",
                "-rfc",
                "-alias",
                name,
                "-keystore",
                store.toString(),
                "-storepass:env",
                VARIABLE,
                "-file",
                file.toString()));
        return file;
    }

    /** A server that shows a pair's certificate, and trusts the clients of another store; null for none. */
    public static SSLContext server(Path pair, Path clients) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(read(pair), password().toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(read(clients == null ? pair : clients));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trustOf(clients, trust), null);
        return context;
    }

    private static javax.net.ssl.TrustManager[] trustOf(Path clients, TrustManagerFactory trust)
            throws IOException, GeneralSecurityException {
        if (clients == null) {
            return trust.getTrustManagers();
        }
        // A key entry's own certificate is no trust anchor: the certificate is entered as one.
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        KeyStore store = read(clients);
        for (String alias : java.util.Collections.list(store.aliases())) {
            anchors.setCertificateEntry(alias, store.getCertificate(alias));
        }
        trust.init(anchors);
        return trust.getTrustManagers();
    }

    private static KeyStore read(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance(store.toString().endsWith(".jks") ? "JKS" : "PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password().toCharArray());
        }
        return keys;
    }

    /** The password of every store. */
    public static String password() {
        return System.getenv(VARIABLE);
    }

    private static void keytool(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).as(String.join(" ", arguments)).isZero();
    }
}
