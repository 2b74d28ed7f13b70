package org.busbench.harness.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names one process for good: a pid is given to another process later, a pid with its start time is not.
 *
 * @param pid as the system counts
 * @param start when it began: clock ticks since boot where {@code /proc} tells, else milliseconds since 1970
 */
public record ProcessId(long pid, long start) {
    /** The process that has this pid now; empty when none has, or when it has ended and only waits for its parent. */
    public static Optional<ProcessId> of(long pid) {
        if (ProcFile.available()) {
            return ProcFile.read(pid).filter(ProcFile::lives).map(stat -> new ProcessId(pid, stat.startTicks()));
        }
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(handle -> new ProcessId(pid, startOf(handle)));
    }

    private static long startOf(ProcessHandle handle) {
        return handle.info().startInstant().map(java.time.Instant::toEpochMilli).orElse(0L);
    }

    public boolean alive() {
        return of(pid).filter(this::equals).isPresent();
    }

    /** The facts of a process in Linux's {@code /proc/PID/stat}. */
    record ProcFile(long pid, char state, long parent, long group, long startTicks) {
        private static final Path PROC = Path.of("/proc");

        static boolean available() {
            return Files.isReadable(PROC.resolve("self/stat"));
        }

        /** Empty when there is no such process. */
        static Optional<ProcFile> read(long pid) {
            return read(PROC.resolve(Long.toString(pid)));
        }

        static List<ProcFile> all() {
            List<ProcFile> found = new ArrayList<>();
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
                for (Path folder : folders) {
                    read(folder).ifPresent(found::add);
                }
            } catch (IOException unreadable) {
                throw new java.io.UncheckedIOException("cannot list " + PROC, unreadable);
            }
            return found;
        }

        boolean lives() {
            return state != 'Z' && state != 'X';
        }

        private static Optional<ProcFile> read(Path folder) {
            String stat;
            try {
                stat = new String(Files.readAllBytes(folder.resolve("stat")), StandardCharsets.ISO_8859_1);
            } catch (IOException ended) {
                return Optional.empty();
            }
            // The name in parentheses may hold anything, a parenthesis too; the fields after it are numbers.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Optional.of(new ProcFile(
                    Long.parseLong(folder.getFileName().toString()),
                    fields[0].charAt(0),
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[19])));
        }
    }
}
