package org.busbench.harness.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The result of each attempt, appended line by line, so that a long series that was interrupted goes on where it ended; and
 * the record of each trial with a wrong result. Safe for any thread.
 */
final class MutantJournal {
    private static final String TAB = "\t";

    private final Path outcomes;
    private final Path evidence;

    /**
     * One attempt.
     *
     * @param what {@code tried} or {@code disturbed} for a mutant, {@code right} or {@code void} for a faultless mediator
     * @param accusation empty for none
     */
    record Entry(String who, String what, String accusation) {}

    MutantJournal(Path folder) throws IOException {
        Files.createDirectories(folder);
        outcomes = folder.resolve("mutants-journal.tsv");
        evidence = folder.resolve("mutants-misses.jsonl");
    }

    /** Deletes the journal of an earlier series. */
    void begin() throws IOException {
        Files.deleteIfExists(outcomes);
        Files.deleteIfExists(evidence);
    }

    /** The attempts of an interrupted series, in order. */
    List<Entry> entries() throws IOException {
        return !Files.exists(outcomes)
                ? List.of()
                : Files.readAllLines(outcomes).stream()
                        .map(line -> line.split(TAB, -1))
                        .filter(fields -> fields.length == 3)
                        .map(fields -> new Entry(fields[0], fields[1], fields[2]))
                        .toList();
    }

    synchronized void note(Entry entry) {
        String accusation = entry.accusation().replaceAll("\\s+", " ");
        append(outcomes, List.of(entry.who() + TAB + entry.what() + TAB + accusation));
    }

    synchronized void keep(List<String> trials) {
        append(evidence, trials);
    }

    private static void append(Path file, List<String> lines) {
        try {
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
