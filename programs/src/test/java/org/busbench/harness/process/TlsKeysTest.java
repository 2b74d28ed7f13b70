package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsKeysTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private Path folder;

    @Test
    void theCertificateIsOfTheAuthorityAndForAllHosts() throws Exception {
        TlsKeys keys = new TlsKeys(folder, List.of("127.0.0.1", "192.0.2.10", "bench-host")).made();
        X509Certificate authority = read(keys.authority()).get(0);
        List<X509Certificate> chain = read(folder.resolve("certificate.pem"));

        authority.verify(authority.getPublicKey());
        assertThat(authority.getBasicConstraints()).isNotNegative();
        assertThat(chain).hasSize(2).last().isEqualTo(authority);
        chain.get(0).verify(authority.getPublicKey());
        chain.get(0).checkValidity();
        assertThat(chain.get(0).getBasicConstraints()).isNegative();
        assertThat(chain.get(0).getSubjectAlternativeNames())
                .extracting(name -> name.get(1).toString())
                .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "192.0.2.10", "bench-host");
    }

    @Test
    void theStoreHasTheKeyOfTheCertificateAndTrustsTheAuthority() throws Exception {
        TlsKeys keys = new TlsKeys(folder, List.of()).made();
        KeyStore store = KeyStore.getInstance(keys.store().toFile(), PASSWORD);

        X509Certificate own = read(folder.resolve("certificate.pem")).get(0);
        assertThat(store.getCertificate("localhost")).isEqualTo(own);
        assertThat(store.getCertificate("authority"))
                .isEqualTo(read(keys.authority()).get(0));
        byte[] message = {1, 2, 3};
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign((PrivateKey) store.getKey("localhost", PASSWORD));
        signature.update(message);
        byte[] signed = signature.sign();
        signature.initVerify(own);
        signature.update(message);
        assertThat(signature.verify(signed)).isTrue();
    }

    @Test
    void aFolderHasTheSameKeysAgainAndAnotherFolderOthers() throws Exception {
        TlsKeys keys = new TlsKeys(folder.resolve("one"), List.of()).made();
        byte[] before = Files.readAllBytes(keys.store());
        assertThat(new TlsKeys(folder.resolve("one"), List.of()).made().store()).hasBinaryContent(before);
        assertThat(new TlsKeys(folder.resolve("two"), List.of()).made().authority())
                .content()
                .isNotEqualTo(Files.readString(keys.authority()));
    }

    private static List<X509Certificate> read(Path pem) throws Exception {
        try (InputStream in = Files.newInputStream(pem)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        }
    }
}
