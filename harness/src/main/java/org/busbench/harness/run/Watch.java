package org.busbench.harness.run;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits while processes live. */
final class Watch {

    private final CompletableFuture<Object> firstEnd;

    Watch(Collection<ProcessHandle> processes) {
        this.firstEnd = CompletableFuture.anyOf(
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    }

    /** Sleeps for this long; false when one of the processes has ended, then at once. */
    boolean lives(Duration length) throws InterruptedException {
        try {
            firstEnd.get(Math.max(0, length.toNanos()), TimeUnit.NANOSECONDS);
            return false;
        } catch (TimeoutException stillAlive) {
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a process cannot be watched: " + e.getMessage(), e);
        }
    }
}
