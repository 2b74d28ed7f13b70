package org.busbench.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class NoncePathTest {
    private static final URI ADDRESS = NoncePath.address("http://127.0.0.1:80/get/${size}/${nonce}");

    @Test
    void eachRequestHasItsOwnAddress() {
        assertThat(NoncePath.filled(ADDRESS, "10K", "00ff")).hasToString("http://127.0.0.1:80/get/10K/00ff");
    }

    @Test
    void oneWithoutPlaceholdersStays() {
        URI plain = NoncePath.address("http://127.0.0.1/echo");
        assertThat(NoncePath.filled(plain, "10K", "00ff")).isSameAs(plain);
    }

    @Test
    void peopleAndPlansSeeThePlaceholders() {
        assertThat(NoncePath.shown(ADDRESS.getRawPath())).isEqualTo("/get/${size}/${nonce}");
        assertThat(NoncePath.shown(ADDRESS.getRawPath(), "10K")).isEqualTo("/get/10K/${nonce}");
    }
}
