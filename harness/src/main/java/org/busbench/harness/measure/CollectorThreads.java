package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The threads on which a JVM collects garbage, found by the names that HotSpot gives them (JDK 9 and newer), with their
 * CPU time in nanoseconds as the scheduler counts it (proc_pid_schedstat).
 */
final class CollectorThreads {

    private static final Path PROC = Path.of("/proc");
    private static final List<String> NAMES = List.of(
            "GC Thread#", "G1 ", "ZWorker", "ZDirector", "ZDriver", "ZStat", "ZUn", "XWorker", "XDriver", "Shenandoah");

    private CollectorThreads() {}

    /** CPU time of all of them that live; -1 when there is none. */
    static long cpuNanos(long pid) {
        Path tasks = PROC.resolve(Long.toString(pid)).resolve("task");
        String[] ids = tasks.toFile().list();
        long nanos = -1;
        for (String id : ids == null ? new String[0] : ids) {
            Path task = tasks.resolve(id);
            try {
                if (collects(read(task.resolve("comm")))) {
                    long own = Long.parseLong(read(task.resolve("schedstat")).split(" ", 2)[0]);
                    nanos = Math.max(0, nanos) + own;
                }
            } catch (IOException ended) {
                // A thread that ended between the listing and the reading collects nothing any more.
            }
        }
        return nanos;
    }

    private static boolean collects(String name) {
        return NAMES.stream().anyMatch(name::startsWith);
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
