package org.busbench.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class RequestPathTest {
    private static final URI ADDRESS = RequestPath.address("http://127.0.0.1:80/get/${size}/${nonce}");

    @Test
    void eachRequestHasItsOwnAddress() {
        assertThat(RequestPath.filled(ADDRESS, "10K", "00ff")).hasToString("http://127.0.0.1:80/get/10K/00ff");
    }

    @Test
    void oneWithoutPlaceholdersStays() {
        URI plain = RequestPath.address("http://127.0.0.1/echo");
        assertThat(RequestPath.filled(plain, "10K", "00ff")).isSameAs(plain);
    }

    @Test
    void peopleAndPlansSeeThePlaceholders() {
        assertThat(RequestPath.shown(ADDRESS.getRawPath())).isEqualTo("/get/${size}/${nonce}");
        assertThat(RequestPath.shown(ADDRESS.getRawPath(), "10K")).isEqualTo("/get/10K/${nonce}");
    }
}
