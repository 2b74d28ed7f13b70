package org.busbench.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.busbench.common.OpenSocket;
import org.busbench.common.SocketTable;

/**
 * Looks, several times a second and on a thread of its own, at the sockets of all processes that this one has started
 * since the watch began, and keeps what goes beyond the loopback interface. What opens and closes a socket between two
 * looks is not seen.
 */
final class SocketWatch implements AutoCloseable {
    private static final long PERIOD_MILLIS = 200;

    private final Set<Long> others = new LinkedHashSet<>(descendants());
    private final Set<String> found = new LinkedHashSet<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(run -> {
        Thread thread = new Thread(run, "socket watch");
        thread.setDaemon(true);
        return thread;
    });
    private final ScheduledFuture<?> looks;

    private SocketWatch() {
        this.looks = clock.scheduleWithFixedDelay(this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Begins. */
    static SocketWatch begin() {
        return new SocketWatch();
    }

    private void look() {
        List<Long> started = new ArrayList<>(descendants());
        started.removeAll(others);
        try {
            look(started);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Looks at some processes now. */
    void look(Collection<Long> pids) throws IOException {
        List<String> faults = SocketTable.read().heldBy(pids).stream()
                .filter(OpenSocket::leavesLoopback)
                .map(OpenSocket::describe)
                .toList();
        synchronized (found) {
            found.addAll(faults);
        }
    }

    /** What was seen until now, each once, in the order in which it came; an exception when it could not be looked for. */
    List<String> found() throws IOException, InterruptedException {
        if (looks.isDone()) {
            try {
                looks.get();
            } catch (ExecutionException e) {
                throw new IOException("the sockets of the processes cannot be watched", e.getCause());
            }
        }
        synchronized (found) {
            return List.copyOf(found);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    private static List<Long> descendants() {
        try (Stream<ProcessHandle> all = ProcessHandle.current().descendants()) {
            return all.map(ProcessHandle::pid).toList();
        }
    }
}
