package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for something that must come, however slow the machine is. */
final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Eventually() {}

    static void isSo(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                fail("not so after " + PATIENCE.toSeconds() + " s: " + what);
            }
            Thread.sleep(20);
        }
    }
}
