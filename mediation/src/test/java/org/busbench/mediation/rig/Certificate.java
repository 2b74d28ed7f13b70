package org.busbench.mediation.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;

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
    public String pem() throws IOException, InterruptedException {
        return keytool("-exportcert", "-rfc", "-alias", "own", "-storepass", PASSWORD, "-keystore", store.toString());
    }

    /** {@return key and certificate as PEM} */
    public String pemWithKey() throws Exception {
        java.security.KeyStore keys = java.security.KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        byte[] key = keys.getKey("own", PASSWORD.toCharArray()).getEncoded();
        return "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(key)
                + "\n-----END PRIVATE KEY-----\n" + pem();
    }

    private static String keytool(String... arguments) throws IOException, InterruptedException {
        java.util.List<String> command = new java.util.ArrayList<>(java.util.List.of(KEYTOOL.toString()));
        command.addAll(java.util.List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        return said;
    }
}
