package org.busbench.mediation.http.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A key with a certificate that it has signed itself, in a PKCS #12 store, made with the JDK's own tool.
 */
public record Certificate(Path store) {
    /** Of store and key. */
    public static final String PASSWORD = "not-a-secret";

    private static final Path KEYTOOL = Path.of(System.getProperty("java.home"), "bin", "keytool");

    /** Makes one for names like {@code dns:localhost} or {@code ip:127.0.0.1}. */
    public static Certificate of(Path folder, String... names) throws IOException, InterruptedException {
        Path store = folder.resolve(String.join("-", names).replaceAll("[^a-z0-9-]", "-") + ".p12");
        keytool(
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                "own",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "2",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + String.join(",", names),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString());
        return new Certificate(store);
    }

    /** {@return the certificate alone, as PEM} */
    public String pem() throws IOException, GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder()
                        .encodeToString(keys().getCertificate("own").getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }

    /** {@return key and certificate as PEM} */
    public String pemWithKey() throws IOException, GeneralSecurityException {
        byte[] key = keys().getKey("own", PASSWORD.toCharArray()).getEncoded();
        return "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(key)
                + "\n-----END PRIVATE KEY-----\n" + pem();
    }

    private KeyStore keys() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(KEYTOOL.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }
}
