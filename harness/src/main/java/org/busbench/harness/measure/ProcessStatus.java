package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code /proc/PID/status} says of a running process.
 *
 * @param rssBytes resident memory
 * @param threads operating system threads
 */
record ProcessStatus(long rssBytes, int threads) {

    private static final Pattern RSS = Pattern.compile("\nVmRSS:\\s*([0-9]+) kB");
    private static final Pattern THREADS = Pattern.compile("\nThreads:\\s*([0-9]+)");
    private static final int KIB = 1024;

    /** Reads it now; empty when the process is gone, or has ended and waits for its parent. */
    static Optional<ProcessStatus> of(long pid) {
        String status;
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "status"));
            status = new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return Optional.empty();
        }
        Matcher rss = RSS.matcher(status);
        Matcher threads = THREADS.matcher(status);
        return rss.find() && threads.find()
                ? Optional.of(new ProcessStatus(Long.parseLong(rss.group(1)) * KIB, Integer.parseInt(threads.group(1))))
                : Optional.empty();
    }
}
