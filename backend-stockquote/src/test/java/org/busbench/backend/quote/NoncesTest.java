package org.busbench.backend.quote;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NoncesTest {
    private final Nonces nonces = new Nonces();

    @Test
    void theSumDoesNotDependOnTheOrder() {
        Nonces other = new Nonces();
        for (int i = 0; i < 1000; i++) {
            saw(nonces, String.format("%016x", i));
            saw(other, String.format("%016x", 999 - i));
        }
        assertThat(nonces.seen()).isEqualTo(other.seen());
        saw(other, "x");
        assertThat(other.seen().sum()).isNotEqualTo(nonces.seen().sum());
    }

    /** The first outputs of SplitMix64 with the seed 1234567, as its author published them. */
    @Test
    void theSumAddsTheFinalizerOfSplitMix64() {
        long state = 1234567L + 0x9e3779b97f4a7c15L;
        saw(nonces, String.format("%016x", state));
        assertThat(nonces.seen().sum()).isEqualTo(6457827717110365317L);
    }

    @Test
    void eachComesOnceUntilOneComesAgain() {
        nonces.remember();
        for (int i = 0; i < 300_000; i++) {
            saw(nonces, spread(i));
        }
        assertThat(nonces.seen().repeated()).isZero();
        saw(nonces, spread(7));
        saw(nonces, "one that is no number");
        saw(nonces, "one that is no number");
        assertThat(nonces.seen().repeated()).isEqualTo(2);
        nonces.remember();
        saw(nonces, "one that is no number");
        assertThat(nonces.seen().repeated()).isZero();
    }

    @Test
    void nothingIsRememberedUnlessAskedFor() {
        saw(nonces, "a");
        saw(nonces, "a");
        assertThat(nonces.seen().repeated()).isNull();
        assertThat(nonces.seen().counted()).isEqualTo(2);
    }

    private static String spread(long i) {
        return String.format("%016x", i * 0x9e3779b97f4a7c15L);
    }

    private static void saw(Nonces nonces, String nonce) {
        nonces.saw(nonce.getBytes(US_ASCII), 0, nonce.length());
    }
}
