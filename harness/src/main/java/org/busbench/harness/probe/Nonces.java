package org.busbench.harness.probe;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Nonces of the probe's requests: 16 hexadecimal digits as the injectors' are, all with a beginning of their own, so that
 * an answer that went astray between both shows.
 */
final class Nonces {

    /** What no row of {@code jmeter-plans/data/quotes.csv} begins with; a test holds this. */
    static final String PREFIX = "b0bbe";

    private static final long MASK = 0xfff_ffff_ffffL;

    /** A probe starts anywhere, so that two trials share no nonce but by chance. */
    private final long first = ThreadLocalRandom.current().nextLong();

    String of(long request) {
        return String.format(Locale.ROOT, "%s%011x", PREFIX, (first + request) & MASK);
    }
}
