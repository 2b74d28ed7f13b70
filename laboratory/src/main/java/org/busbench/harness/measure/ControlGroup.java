package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The control group in which the engine keeps a container: the kernel's own account of all its processes, those that have
 * ended included. Version 2 keeps all figures in one folder ({@code cpu.stat}, {@code memory.current}), version 1 those of each
 * controller in one of its own ({@code cpuacct.usage}, {@code memory.usage_in_bytes}). Immutable.
 *
 * @param version 1 or 2
 * @param cpu folder with the CPU time and the list of processes
 * @param memory folder with the memory
 * @param tasks folder with the number of tasks
 */
public record ControlGroup(int version, Path cpu, Path memory, Path tasks) {
    private static final long NANOS_PER_MICRO = 1000;

    /**
     * The group of a process.
     *
     * @param pid the first process of a container
     * @return empty when the groups are not to be seen here, or the process shares its own with processes of others
     * @throws IOException when the process has ended
     */
    public static Optional<ControlGroup> of(long pid) throws IOException {
        CgroupFolders folders = CgroupFolders.of(pid);
        ControlGroup group = new ControlGroup(
                folders.version(),
                folders.own("cpuacct").orElse(null),
                folders.own("memory").orElse(null),
                folders.own("pids").orElse(null));
        boolean known = group.cpu() != null && group.cpuNanos().isPresent();
        return known && group.isOf(pid) ? Optional.of(group) : Optional.empty();
    }

    /** Whether the process is in it, and nothing but processes that see the same processes. */
    private boolean isOf(long pid) throws IOException {
        Path own = pidNamespace(pid);
        Set<Long> members = pids();
        if (!members.contains(pid)
                || own.equals(pidNamespace(ProcessHandle.current().pid()))) {
            return false;
        }
        for (long member : members) {
            try {
                if (!pidNamespace(member).equals(own)) {
                    return false;
                }
            } catch (IOException ended) {
                // A process that has ended meanwhile was in it, and has no owner now.
            }
        }
        return true;
    }

    private static Path pidNamespace(long pid) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns/pid"));
    }

    /** The processes in it; empty when it is gone. */
    Set<Long> pids() {
        try {
            Set<Long> pids = new LinkedHashSet<>();
            Files.readAllLines(cpu.resolve("cgroup.procs")).forEach(line -> pids.add(Long.valueOf(line)));
            return pids;
        } catch (IOException gone) {
            return Set.of();
        }
    }

    /** CPU time of all that ever ran in it, user and system together; empty when it is gone. */
    OptionalLong cpuNanos() {
        return version == 1 ? number(cpu.resolve("cpuacct.usage")) : micros("usage_usec");
    }

    /** CPU time of the group in user mode. */
    OptionalLong userNanos() {
        return version == 1 ? number(cpu.resolve("cpuacct.usage_user")) : micros("user_usec");
    }

    /** Memory that is charged to it, the page cache of its files included. */
    OptionalLong memoryBytes() {
        return memory == null
                ? OptionalLong.empty()
                : number(memory.resolve(version == 1 ? "memory.usage_in_bytes" : "memory.current"));
    }

    /** The most that this ever was. */
    OptionalLong memoryPeakBytes() {
        return memory == null
                ? OptionalLong.empty()
                : number(memory.resolve(version == 1 ? "memory.max_usage_in_bytes" : "memory.peak"));
    }

    /** Processes and threads in it. */
    OptionalLong tasksNow() {
        return tasks == null ? OptionalLong.empty() : number(tasks.resolve("pids.current"));
    }

    private OptionalLong micros(String key) {
        try {
            List<String> lines = new ArrayList<>(Files.readAllLines(cpu.resolve("cpu.stat")));
            return lines.stream()
                    .filter(line -> line.startsWith(key + " "))
                    .mapToLong(line -> Long.parseLong(line.substring(key.length() + 1)) * NANOS_PER_MICRO)
                    .findFirst();
        } catch (IOException gone) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong number(Path file) {
        try {
            return OptionalLong.of(Long.parseLong(
                    Files.readString(file, StandardCharsets.US_ASCII).strip()));
        } catch (IOException notHere) {
            return OptionalLong.empty();
        }
    }
}
