package org.busbench.harness.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The fingerprint of a file or of bytes. */
public final class Sha256 {

    private Sha256() {}

    /**
     * Reads a file once.
     *
     * @param file any size
     * @return 64 lower-case hexadecimal digits
     * @throws IOException when it cannot be read
     */
    public static String of(Path file) throws IOException {
        MessageDigest digest = algorithm();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Of what is in memory.
     *
     * @param bytes any number
     * @return 64 lower-case hexadecimal digits
     */
    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(algorithm().digest(bytes));
    }

    private static MessageDigest algorithm() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
