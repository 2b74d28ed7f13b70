package org.busbench.harness.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The directory of a run in which nothing was started. */
final class EmptyRun {

    private EmptyRun() {}

    /** Removes a directory in which there is nothing but empty files; any other stays as it is. */
    static void discard(Path directory) throws IOException {
        List<Path> content;
        try (Stream<Path> all = Files.walk(directory)) {
            content = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : content) {
            if (Files.isRegularFile(path) && Files.size(path) > 0) {
                return;
            }
        }
        for (Path path : content) {
            Files.delete(path);
        }
    }
}
