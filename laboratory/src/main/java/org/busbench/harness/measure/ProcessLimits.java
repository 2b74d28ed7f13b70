package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import org.busbench.harness.process.Affinity;

/**
 * What the system lets a process take at most, as it is in force: the CPUs on which it may run, and the quota and the memory
 * limit of its control group and of those around it. Reads {@code /proc} and the folders of the groups.
 *
 * @param cpus CPUs' worth of time
 * @param memoryBytes empty without a limit
 */
public record ProcessLimits(double cpus, OptionalLong memoryBytes) {
    /** Version 1 writes "no limit" as the largest number of whole pages. */
    private static final long NO_LIMIT = Long.MAX_VALUE >> 12 << 12;

    private static final String NONE = "max";

    /** The strictest of those of some processes; empty when none of them can be read. */
    public static Optional<ProcessLimits> of(Collection<Long> pids) {
        return pids.stream()
                .map(ProcessLimits::of)
                .flatMap(Optional::stream)
                .reduce((one, other) -> new ProcessLimits(
                        Math.min(one.cpus(), other.cpus()), least(one.memoryBytes(), other.memoryBytes())));
    }

    /** Empty when the process has ended, or the system does not tell. */
    private static Optional<ProcessLimits> of(long pid) {
        try {
            return Affinity.count(pid).isPresent()
                    ? Optional.of(of(Affinity.count(pid).getAsInt(), CgroupFolders.of(pid)))
                    : Optional.empty();
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /** The limits of a process that may run on so many CPUs and is in these groups. */
    static ProcessLimits of(int runnable, CgroupFolders groups) throws IOException {
        double cpus = runnable;
        for (Path folder : groups.upwards("cpu")) {
            cpus = Math.min(cpus, groups.version() == 1 ? quotaOne(folder) : quotaTwo(folder));
        }
        OptionalLong memory = OptionalLong.empty();
        String file = groups.version() == 1 ? "memory.limit_in_bytes" : "memory.max";
        for (Path folder : groups.upwards("memory")) {
            String limit = word(folder.resolve(file), NONE);
            if (!limit.equals(NONE) && Long.parseLong(limit) < NO_LIMIT) {
                memory = least(memory, OptionalLong.of(Long.parseLong(limit)));
            }
        }
        return new ProcessLimits(cpus, memory);
    }

    private static double quotaOne(Path folder) throws IOException {
        double quota = Double.parseDouble(word(folder.resolve("cpu.cfs_quota_us"), "-1"));
        double period = Double.parseDouble(word(folder.resolve("cpu.cfs_period_us"), "1"));
        return quota <= 0 ? Double.POSITIVE_INFINITY : quota / period;
    }

    private static double quotaTwo(Path folder) throws IOException {
        String[] words = word(folder.resolve("cpu.max"), NONE).split(" ", 2);
        return words[0].equals(NONE)
                ? Double.POSITIVE_INFINITY
                : Double.parseDouble(words[0]) / Double.parseDouble(words[1]);
    }

    private static OptionalLong least(OptionalLong one, OptionalLong other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
    }

    /** The group of all has no limits and no such files. */
    private static String word(Path file, String missing) throws IOException {
        return Files.exists(file)
                ? Files.readString(file, StandardCharsets.US_ASCII).strip()
                : missing;
    }
}
