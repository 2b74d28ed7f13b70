package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long the threads of some processes stood ready to run and got no CPU, as the scheduler counts it
 * ({@code /proc/PID/task/TID/schedstat}, second figure, nanoseconds). Whatever others do on a machine reaches a process
 * through this wait, through the hypervisor, or through a slower CPU, and a process that is slow by itself does not wait.
 * One read for each thread; for one thread.
 */
final class CpuWaits {
    /** Beyond these the reading itself would be noticed. */
    private static final int MOST_THREADS = 1000;

    private final List<Long> pids;
    private Map<String, Long> before = new HashMap<>();

    /** Counts from now on. */
    CpuWaits(Collection<Long> pids) {
        this.pids = List.copyOf(pids);
        seconds();
    }

    /** Seconds that all threads together have waited since the call before; NaN where the kernel does not tell. */
    double seconds() {
        Map<String, Long> now = new HashMap<>();
        for (long pid : pids) {
            Path folder = Path.of("/proc", Long.toString(pid), "task");
            String[] threads = folder.toFile().list();
            if (threads == null) {
                continue;
            }
            if (now.size() + threads.length > MOST_THREADS) {
                return Double.NaN;
            }
            for (String thread : threads) {
                now.put(thread, waitedNanos(folder.resolve(thread).resolve("schedstat")));
            }
        }
        long waited = 0;
        for (Map.Entry<String, Long> thread : now.entrySet()) {
            waited += Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), 0L));
        }
        before = now;
        return now.isEmpty() ? Double.NaN : waited / 1e9;
    }

    /** 0 for a thread that has ended meanwhile. */
    private static long waitedNanos(Path schedstat) {
        try {
            String text = new String(Files.readAllBytes(schedstat), StandardCharsets.ISO_8859_1);
            return Long.parseLong(text.split(" ", 3)[1]);
        } catch (IOException ended) {
            return 0;
        }
    }
}
