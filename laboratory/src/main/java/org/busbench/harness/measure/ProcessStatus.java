package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What {@code /proc/PID/status} says of a running process.
 *
 * @param threads operating system threads
 */
public record ProcessStatus(long rssBytes, int threads) {

    static final String SOURCE = "/proc/PID/status";

    private static final Path PROC = Path.of("/proc");
    private static final Pattern RSS = Pattern.compile("\nVmRSS:\\s*([0-9]+) kB");
    private static final Pattern THREADS = Pattern.compile("\nThreads:\\s*([0-9]+)");
    private static final Pattern OPEN_FILES = Pattern.compile("\nMax open files\\s+([0-9]+)");
    private static final int KIB = 1024;

    /** Reads it now; empty when the process is gone, or has ended and waits for its parent. */
    public static Optional<ProcessStatus> of(long pid) {
        Optional<String> status = text(pid, "status");
        if (status.isEmpty()) {
            return Optional.empty();
        }
        Matcher rss = RSS.matcher(status.get());
        Matcher threads = THREADS.matcher(status.get());
        return rss.find() && threads.find()
                ? Optional.of(new ProcessStatus(Long.parseLong(rss.group(1)) * KIB, Integer.parseInt(threads.group(1))))
                : Optional.empty();
    }

    /** How many descriptors a process has open now; empty when it is gone, or is another user's. */
    public static OptionalLong descriptors(long pid) {
        try (Stream<Path> open = Files.list(PROC.resolve(Long.toString(pid)).resolve("fd"))) {
            return OptionalLong.of(open.count());
        } catch (IOException gone) {
            return OptionalLong.empty();
        }
    }

    /** CPU time that a process has used since it began; empty when it is gone, or the system has no such clock. */
    public static OptionalLong cpuNanos(long pid) {
        return CpuClock.nanos(pid);
    }

    /** How many descriptors a process may open; empty when it is gone, or has no limit. */
    public static OptionalLong mostDescriptors(long pid) {
        return text(pid, "limits")
                .map(OPEN_FILES::matcher)
                .filter(Matcher::find)
                .map(found -> OptionalLong.of(Long.parseLong(found.group(1))))
                .orElse(OptionalLong.empty());
    }

    private static Optional<String> text(long pid, String file) {
        try {
            return Optional.of(
                    Files.readString(PROC.resolve(Long.toString(pid)).resolve(file), StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
