package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The threads on which a JVM does its own work, found by the names that HotSpot gives them (JDK 9 and newer), with their
 * CPU time in nanoseconds as the scheduler counts it (proc_pid_schedstat).
 */
public enum JvmThreads {
    COLLECTORS("GC Thread#|G1 |ZWorker|ZDirector|ZDriver|ZStat|ZUn|XWorker|XDriver|Shenandoah"),

    /** They compile; HotSpot ends those that have had nothing to do for a while. */
    COMPILERS("C[12] Compiler|JVMCI");

    private static final Path PROC = Path.of("/proc");

    private final Pattern names;

    JvmThreads(String names) {
        this.names = Pattern.compile(names);
    }

    /** Reads now. Does not block. Returns CPU time of all of them that live, in nanoseconds; -1 when there is none. */
    public long cpuNanos(long pid) {
        Path tasks = PROC.resolve(Long.toString(pid)).resolve("task");
        String[] ids = tasks.toFile().list();
        long nanos = -1;
        for (String id : ids == null ? new String[0] : ids) {
            Path task = tasks.resolve(id);
            try {
                if (named(read(task.resolve("comm")))) {
                    long own = Long.parseLong(read(task.resolve("schedstat")).split(" ", 2)[0]);
                    nanos = Math.max(0, nanos) + own;
                }
            } catch (IOException ended) {
                // A thread that ended between the listing and the reading does nothing any more.
            }
        }
        return nanos;
    }

    private boolean named(String name) {
        return names.matcher(name).lookingAt();
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }
}
