package org.busbench.mediation.http.rig;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;

/** Waits for a state that another thread or process brings about without a sign. For any thread. */
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LONGEST_PAUSE_MILLIS = 20;

    private Eventually() {}

    /** Looks at something that changes. */
    @FunctionalInterface
    public interface Look<T> {
        /** {@return what it is now} */
        T now() throws IOException, InterruptedException;
    }

    /** Waits until it is so. An error says what did not come within a minute. */
    public static void isSo(String what, Look<Boolean> look) throws IOException, InterruptedException {
        value(what, look, Boolean::booleanValue);
    }

    /** Waits for a value that is enough, and returns it. An error says which did not come within a minute, and what there was instead. */
    public static <T> T value(String what, Look<T> look, Predicate<T> enough) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        long pause = 1;
        T value = look.now();
        while (!enough.test(value)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(
                        "did not come within " + PATIENCE.toSeconds() + " s: " + what + "; now " + value);
            }
            Thread.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            value = look.now();
        }
        return value;
    }
}
