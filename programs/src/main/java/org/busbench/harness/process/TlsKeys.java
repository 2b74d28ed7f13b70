package org.busbench.harness.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.common.Tool;
import org.busbench.harness.text.Problem;

/**
 * The keys of a rig for TLS: an authority of its own, and a certificate of it for localhost and the addresses of the rig,
 * which the backend and the mediators show. They are made for the rig when they are needed first, and no other program trusts
 * them. For the thread that starts the rig.
 *
 * @param folder with {@code authority.pem}, {@code certificate.pem}, its key {@code certificate.pem.key}, and {@code
 *     store.p12} with all of them, whose password is {@value #PASSWORD}
 * @param hosts names and addresses that the certificate is for, beside localhost
 */
public record TlsKeys(Path folder, List<String> hosts) {
    public static final String FOLDER = "tls";

    /** Guards nothing: the keys are worth nothing outside of their rig. */
    static final String PASSWORD = "changeit";

    private static final Duration VALID = Duration.ofDays(30);
    private static final Duration LIMIT = Duration.ofMinutes(1);

    public TlsKeys {
        folder = folder.toAbsolutePath();
        hosts = List.copyOf(hosts);
    }

    public Path authority() {
        return folder.resolve("authority.pem");
    }

    Path store() {
        return folder.resolve("store.p12");
    }

    /**
     * These keys, which are made if the folder has none.
     *
     * @throws Problem when they cannot be written
     */
    public TlsKeys made() {
        try {
            if (!Files.exists(store())) {
                Files.createDirectories(folder);
                make();
            }
        } catch (IOException | GeneralSecurityException failed) {
            throw new Problem("cannot make the keys for TLS in " + folder + ": " + Problem.brief(failed), failed);
        }
        return this;
    }

    private void make() throws IOException, GeneralSecurityException {
        Path made = folder.resolve("made.p12");
        Set<String> names = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "::1"));
        names.addAll(hosts);
        KeyStore pairs;
        try {
            keytool(made, "authority", "busbench authority", "-ext", "bc:critical=ca:true");
            keytool(made, "localhost", "localhost", "-signer", "authority", "-ext", "san=" + alternatives(names));
            pairs = KeyStore.getInstance(made.toFile(), PASSWORD.toCharArray());
        } finally {
            Files.deleteIfExists(made);
        }
        Key own = pairs.getKey("localhost", PASSWORD.toCharArray());
        Certificate authority = pairs.getCertificate("authority");
        Certificate[] chain = {pairs.getCertificate("localhost"), authority};
        Files.writeString(authority(), pem("CERTIFICATE", authority.getEncoded()));
        Files.writeString(
                folder.resolve("certificate.pem"),
                pem("CERTIFICATE", chain[0].getEncoded()) + pem("CERTIFICATE", authority.getEncoded()));
        Files.writeString(folder.resolve("certificate.pem.key"), pem("PRIVATE KEY", own.getEncoded()));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("authority", authority);
        store.setKeyEntry("localhost", own, PASSWORD.toCharArray(), chain);
        try (OutputStream out = Files.newOutputStream(store())) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private static String alternatives(Collection<String> names) {
        return names.stream()
                .map(name -> (name.contains(":") || name.matches("[0-9.]+") ? "ip:" : "dns:") + name)
                .collect(Collectors.joining(","));
    }

    /** The JDK's own program: its library reads certificates and does not write them. */
    private static void keytool(Path store, String alias, String name, String... more) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(JavaCommand.PROGRAM.resolveSibling("keytool").toString(), "-J-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-J-XX:+UseSerialGC", "-genkeypair"));
        command.addAll(List.of("-alias", alias, "-dname", "CN=" + name, "-keyalg", "EC", "-groupname", "secp256r1"));
        command.addAll(List.of("-startdate", "-1d", "-validity", Long.toString(VALID.toDays())));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD));
        command.addAll(List.of(more));
        try {
            Tool.Said said = new Tool(command, LIMIT).run();
            if (!said.well()) {
                throw new IOException("keytool says: " + said.text().strip());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }
}
