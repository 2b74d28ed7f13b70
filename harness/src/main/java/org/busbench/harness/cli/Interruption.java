package org.busbench.harness.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C (and SIGTERM) into an interrupt of the thread that made this object, and holds the end of the JVM until
 * that thread has cleaned up and closed it. The JVM then ends with the signal's own exit code, 130 or 143.
 */
final class Interruption implements AutoCloseable {

    private static final Duration CLEAN_UP_LIMIT = Duration.ofSeconds(60);

    private final CountDownLatch cleanedUp = new CountDownLatch(1);
    private final Thread worker = Thread.currentThread();
    private final Thread hook = new Thread(this::interruptAndWait, "interruption");
    private volatile boolean requested;

    Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Work that an interrupt may end, and its exit code. */
    @FunctionalInterface
    interface Work {
        int run() throws IOException, InterruptedException;
    }

    /**
     * Does some work that an interrupt may end; the exit code says whether one did. What fails because of the interrupt,
     * such as a file that it closed, is no failure of its own.
     */
    static int guard(Work work) throws IOException, InterruptedException {
        try (Interruption interruption = new Interruption()) {
            try {
                int exitCode = work.run();
                return interruption.requested() ? ExitCode.INTERRUPTED : exitCode;
            } catch (InterruptedException | IOException | RuntimeException e) {
                if (!interruption.requested() && !(e instanceof InterruptedException)) {
                    throw e;
                }
                System.err.println("busbench: interrupted; nothing is left running");
                return ExitCode.INTERRUPTED;
            }
        }
    }

    /** Whether the user wants the end. */
    boolean requested() {
        return requested;
    }

    private void interruptAndWait() {
        requested = true;
        worker.interrupt();
        try {
            if (!cleanedUp.await(CLEAN_UP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                System.err.println("busbench: not everything was stopped within " + CLEAN_UP_LIMIT.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the JVM end. */
    @Override
    public void close() {
        cleanedUp.countDown();
        if (!requested) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException ending) {
                // The JVM began to end between the two lines: the hook finds the latch open.
                requested = true;
            }
        }
    }
}
