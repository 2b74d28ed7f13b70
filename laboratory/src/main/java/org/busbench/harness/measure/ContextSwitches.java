package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.harness.measure.Readings.Moment;

/**
 * How often a thread has left its CPU since it began.
 *
 * @param voluntary because it had to wait
 * @param involuntary because others had to run
 */
record ContextSwitches(long voluntary, long involuntary) {

    static final ContextSwitches NONE = new ContextSwitches(0, 0);

    private static final Pattern COUNTS =
            Pattern.compile("voluntary_ctxt_switches:\\s*([0-9]+)\nnonvoluntary_ctxt_switches:\\s*([0-9]+)");

    /** Those of each thread that some processes have now, by {@code PID/TID}: one small read a thread. */
    static Map<String, ContextSwitches> ofThreads(Set<Long> pids) {
        Map<String, ContextSwitches> threads = new TreeMap<>();
        for (long pid : pids) {
            Path folder = Path.of("/proc", Long.toString(pid), "task");
            String[] names = folder.toFile().list();
            for (String thread : names == null ? new String[0] : names) {
                try {
                    Matcher counts = COUNTS.matcher(
                            Files.readString(folder.resolve(thread).resolve("status"), StandardCharsets.ISO_8859_1));
                    if (counts.find()) {
                        threads.put(
                                pid + "/" + thread,
                                new ContextSwitches(Long.parseLong(counts.group(1)), Long.parseLong(counts.group(2))));
                    }
                } catch (IOException ended) {
                    // Its switches are not known any more, and are left out.
                }
            }
        }
        return threads;
    }

    void tell(Moment moment, ProcessRole role, String thread, Readings readings) {
        readings.of(moment, role, thread, "/proc/PID/task/TID/status")
                .add("voluntarySwitches", voluntary)
                .add("involuntarySwitches", involuntary);
    }
}
