package org.busbench.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.text.Problem;

/**
 * A file that says what a harness started, so that the next one can find what was left. Its first line names the
 * harness, each other line a process: pid, start time, name.
 */
final class PidFile {
    private static final String SUFFIX = ".ledger";

    private final Path file;

    /** A line of a ledger. */
    record Entry(ProcessId id, String name) {
        private String line() {
            return id.pid() + " " + id.start() + " " + name + "\n";
        }

        private static Entry parse(String line) {
            String[] words = line.split(" ", 3);
            return new Entry(new ProcessId(Long.parseLong(words[0]), Long.parseLong(words[1])), words[2]);
        }
    }

    private PidFile(Path file) {
        this.file = file;
    }

    /** Opens the ledger of this harness. */
    static PidFile open(Path state) {
        ProcessId self = ProcessId.of(ProcessHandle.current().pid())
                .orElseThrow(() -> new IllegalStateException("this process is not to be found in the process table"));
        Path folder = folder(state);
        try {
            Files.createDirectories(folder);
            // Another harness that looks for leftovers must not meet a ledger that does not name its harness yet.
            Path draft = Files.createTempFile(folder, self.pid() + "-", ".draft");
            Files.writeString(draft, new Entry(self, "harness").line());
            return new PidFile(Files.move(draft, Path.of(draft + SUFFIX)));
        } catch (IOException unwritable) {
            throw new Problem("cannot write in " + folder + ": " + Problem.brief(unwritable), unwritable);
        }
    }

    /** The ledgers of all harnesses, that of this one too. */
    static List<PidFile> all(Path state) {
        Path folder = folder(state);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .map(PidFile::new)
                    .toList();
        } catch (IOException unreadable) {
            throw new Problem("cannot read " + folder + ": " + Problem.brief(unreadable), unreadable);
        }
    }

    private static Path folder(Path state) {
        return state.resolve("processes");
    }

    void add(ProcessId id, String name) {
        append(new Entry(id, name));
    }

    private void append(Entry entry) {
        try {
            Files.writeString(file, entry.line(), StandardOpenOption.APPEND);
        } catch (IOException unwritable) {
            throw new Problem("cannot write " + file + ": " + Problem.brief(unwritable), unwritable);
        }
    }

    /** The harness and its processes; a line that was cut off by the end of the harness is left out. */
    List<Entry> entries() {
        try {
            String text = Files.readString(file);
            List<Entry> entries = new ArrayList<>();
            text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(Entry::parse)
                    .forEach(entries::add);
            return entries;
        } catch (java.nio.file.NoSuchFileException closedMeanwhile) {
            return List.of();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file, unreadable);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException damaged) {
            throw new Problem("the ledger " + file + " is damaged: look for processes that it names, then delete it");
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stuck) {
            throw new Problem("cannot delete " + file + ": " + Problem.brief(stuck), stuck);
        }
    }
}
