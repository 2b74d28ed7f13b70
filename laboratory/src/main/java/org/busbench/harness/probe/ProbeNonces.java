package org.busbench.harness.probe;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Nonces of the probe's requests: 16 hexadecimal digits as the injectors' are, all with a beginning of their own, so that
 * an answer that went astray between both shows.
 */
final class ProbeNonces {

    /** A prefix that no row of {@code jmeter-plans/data/quotes.csv} begins with; a test holds this. */
    static final String PREFIX = "b0bbe";

    private static final int LENGTH = 16;

    private final long first;

    /** A probe starts anywhere, so that two trials share no nonce but by chance. */
    ProbeNonces() {
        this(ThreadLocalRandom.current().nextLong());
    }

    ProbeNonces(long first) {
        this.first = first;
    }

    long first() {
        return first;
    }

    String of(long request) {
        StringBuilder nonce = new StringBuilder(LENGTH).append(PREFIX);
        for (int shift = (LENGTH - PREFIX.length() - 1) * 4; shift >= 0; shift -= 4) {
            nonce.append(Character.forDigit((int) ((first + request) >>> shift) & 0xf, 16));
        }
        return nonce.toString();
    }
}
