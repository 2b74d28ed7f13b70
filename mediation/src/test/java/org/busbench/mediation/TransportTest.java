package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import org.busbench.mediation.wire.TransportProvider;
import org.junit.jupiter.api.Test;

class TransportTest {

    @Test
    void findsIoUringByItsNameOnTheClassPath() {
        assertThat(TransportProvider.named("uring")).isPresent();
        assertThat(TransportProvider.named("urin")).isEmpty();
    }

    @Test
    void servesWithNioAndSaysSoWhereTheJarOfIoUringIsMissing() throws Exception {
        Thread here = Thread.currentThread();
        ClassLoader before = here.getContextClassLoader();
        here.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            Transport transport = Transport.chosen("uring");

            assertThat(transport.refused()).isTrue();
            assertThat(transport)
                    .hasToString(
                            "nio (--transport uring cannot be had: no jar of busbench-io-uring is on the class path)");
        } finally {
            here.setContextClassLoader(before);
        }
    }
}
