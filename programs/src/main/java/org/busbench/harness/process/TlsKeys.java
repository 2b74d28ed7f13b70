package org.busbench.harness.process;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.busbench.harness.text.Problem;

/**
 * The keys of a rig for TLS: an authority of its own, and a certificate of it for localhost and the addresses of the rig,
 * which the backend and the mediators show. They are made for the rig, and no other program trusts them.
 *
 * @param folder with {@code authority.pem}, {@code certificate.pem}, its key {@code certificate.pem.key}, and {@code
 *     store.p12} with all of them, whose password is {@value #PASSWORD}
 */
public record TlsKeys(Path folder) {
    /** Guards nothing: the keys are worth nothing outside of their rig. */
    /** The folder of a run in which they are. */
    public static final String FOLDER = "tls";

    static final String PASSWORD = "changeit";

    private static final Duration VALID = Duration.ofDays(30);

    public Path authority() {
        return folder.resolve("authority.pem");
    }

    Path store() {
        return folder.resolve("store.p12");
    }

    /**
     * The keys in a folder, made if it has none.
     *
     * @param hosts names and addresses that the certificate is for, beside localhost
     * @throws Problem when they cannot be written
     */
    public static TlsKeys in(Path folder, Collection<String> hosts) {
        TlsKeys keys = new TlsKeys(folder.toAbsolutePath());
        try {
            if (!Files.exists(keys.store())) {
                Files.createDirectories(folder);
                keys.make(hosts);
            }
        } catch (IOException | GeneralSecurityException failed) {
            throw new Problem("cannot make the keys for TLS in " + folder + ": " + Problem.brief(failed), failed);
        }
        return keys;
    }

    private void make(Collection<String> hosts) throws IOException, GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair issuer = generator.generateKeyPair();
        KeyPair own = generator.generateKeyPair();
        Set<String> names = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "::1"));
        names.addAll(hosts);
        String authorityName = "busbench authority";
        Certificate authority = Der.certificate(authorityName, issuer, authorityName, issuer, Der.authority());
        Certificate certificate = Der.certificate("localhost", own, authorityName, issuer, Der.names(names));
        Files.writeString(authority(), pem("CERTIFICATE", authority.getEncoded()));
        Files.writeString(
                folder.resolve("certificate.pem"),
                pem("CERTIFICATE", certificate.getEncoded()) + pem("CERTIFICATE", authority.getEncoded()));
        Files.writeString(
                folder.resolve("certificate.pem.key"),
                pem("PRIVATE KEY", own.getPrivate().getEncoded()));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("authority", authority);
        store.setKeyEntry(
                "localhost", own.getPrivate(), PASSWORD.toCharArray(), new Certificate[] {certificate, authority});
        try (OutputStream out = Files.newOutputStream(store())) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }

    /** Certificates of X.509 (RFC 5280, section 4.1) in DER, which the JDK reads and does not write. */
    private static final class Der {
        private static final int INTEGER = 0x02;
        private static final int SEQUENCE = 0x30;
        private static final int OCTETS = 0x04;
        private static final byte[] ECDSA_WITH_SHA256 = hex("300a06082a8648ce3d040302");
        private static final byte[] VERSION_3 = hex("a003020102");
        private static final byte[] COMMON_NAME = hex("0603550403");
        private static final byte[] ALTERNATIVE_NAME = hex("0603551d11");
        private static final byte[] CRITICAL_BASIC_CONSTRAINTS = hex("0603551d130101ff");
        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

        private Der() {}

        static Certificate certificate(String name, KeyPair own, String issuerName, KeyPair issuer, byte[] extension)
                throws GeneralSecurityException {
            Instant now = Instant.now();
            byte[] content = of(
                    SEQUENCE,
                    VERSION_3,
                    of(
                            INTEGER,
                            new BigInteger(120, new SecureRandom()).setBit(120).toByteArray()),
                    ECDSA_WITH_SHA256,
                    distinguished(issuerName),
                    of(SEQUENCE, time(now.minus(Duration.ofDays(1))), time(now.plus(VALID))),
                    distinguished(name),
                    own.getPublic().getEncoded(),
                    of(0xA3, of(SEQUENCE, extension)));
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(issuer.getPrivate());
            signature.update(content);
            byte[] whole = of(SEQUENCE, content, ECDSA_WITH_SHA256, of(0x03, new byte[1], signature.sign()));
            return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
        }

        static byte[] authority() {
            return of(SEQUENCE, CRITICAL_BASIC_CONSTRAINTS, of(OCTETS, of(SEQUENCE, hex("0101ff"))));
        }

        static byte[] names(Collection<String> hosts) throws IOException {
            List<byte[]> names = new ArrayList<>();
            for (String host : hosts) {
                boolean address = host.contains(":") || host.matches("[0-9.]+");
                names.add(
                        address
                                ? of(0x87, InetAddress.getByName(host).getAddress())
                                : of(0x82, host.getBytes(StandardCharsets.US_ASCII)));
            }
            return of(SEQUENCE, ALTERNATIVE_NAME, of(OCTETS, of(SEQUENCE, names.toArray(byte[][]::new))));
        }

        private static byte[] distinguished(String name) {
            byte[] text = of(0x0C, name.getBytes(StandardCharsets.UTF_8));
            return of(SEQUENCE, of(0x31, of(SEQUENCE, COMMON_NAME, text)));
        }

        private static byte[] time(Instant moment) {
            return of(0x17, TIME.format(moment).getBytes(StandardCharsets.US_ASCII));
        }

        private static byte[] of(int tag, byte[]... parts) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            for (byte[] part : parts) {
                content.writeBytes(part);
            }
            int length = content.size();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.write(tag);
            if (length > 0xFF) {
                all.write(0x82);
                all.write(length >> 8);
            } else if (length > 0x7F) {
                all.write(0x81);
            }
            all.write(length);
            all.writeBytes(content.toByteArray());
            return all.toByteArray();
        }

        private static byte[] hex(String digits) {
            return HexFormat.of().parseHex(digits);
        }
    }
}
