package org.busbench.harness.parity;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * By how much what processes write to files has grown: their outputs, everything below their folders, and every regular
 * file that they hold open to write to, wherever it lies. For one thread.
 */
final class LogGrowth {
    private static final String FLAGS = "flags:";
    private static final int ACCESS_MODE = 3;

    private final List<Path> places;
    private Map<Object, Long> before;
    private long messages;

    /** {@code places} are files and folders. */
    LogGrowth(List<Path> places) {
        this.places = List.copyOf(places);
    }

    /** Begins to count; a second call does nothing. */
    void begin(Collection<Long> pids) throws IOException {
        if (before == null) {
            before = sizes(pids);
        }
    }

    /** So many messages were sent since. */
    void sent(int count) {
        messages += before == null ? 0 : count;
    }

    long messages() {
        return messages;
    }

    /** Bytes since it began; 0 when it did not. */
    long bytes(Collection<Long> pids) throws IOException {
        if (before == null) {
            return 0;
        }
        long bytes = 0;
        for (Map.Entry<Object, Long> now : sizes(pids).entrySet()) {
            bytes += Math.max(0, now.getValue() - before.getOrDefault(now.getKey(), 0L));
        }
        return bytes;
    }

    /** The sizes by the file's identity, so that no file counts twice. */
    private Map<Object, Long> sizes(Collection<Long> pids) throws IOException {
        Map<Object, Long> sizes = new HashMap<>();
        for (Path place : places) {
            if (Files.exists(place)) {
                try (Stream<Path> files = Files.walk(place)) {
                    files.forEach(file -> add(file, sizes));
                }
            }
        }
        for (long pid : pids) {
            Path folder = Path.of("/proc", Long.toString(pid), "fd");
            try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(folder)) {
                descriptors.forEach(descriptor -> addWritten(descriptor, sizes));
            } catch (IOException gone) {
                // A process that has ended writes nothing more.
            }
        }
        return sizes;
    }

    /** Jars and the like are opened one by one, and not written to: proc_pid_fdinfo(5) tells, in octal. */
    private static void addWritten(Path descriptor, Map<Object, Long> sizes) {
        Path info = descriptor.resolveSibling("../fdinfo").resolve(descriptor.getFileName());
        try {
            Optional<String> flags = Files.readAllLines(info).stream()
                    .filter(line -> line.startsWith(FLAGS))
                    .map(line -> line.substring(FLAGS.length()).strip())
                    .findFirst();
            if (flags.isPresent() && (Integer.parseInt(flags.get(), 8) & ACCESS_MODE) != 0) {
                add(descriptor, sizes);
            }
        } catch (IOException closed) {
            // It holds nothing any more.
        }
    }

    private static void add(Path file, Map<Object, Long> sizes) {
        try {
            var attributes = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class);
            if (attributes.isRegularFile()) {
                Object key = attributes.fileKey();
                sizes.put(key == null ? file.toRealPath() : key, attributes.size());
            }
        } catch (IOException gone) {
            // It was closed or deleted meanwhile, as temporary files are.
        }
    }
}
