package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A finished run that is made again, trial by trial. */
public final class GrowingRun {

    private final Path directory;
    private final List<String> trials;
    private final String end;
    private int landed;

    /** Takes back all trials and the end. */
    public GrowingRun(Path directory) throws IOException {
        this.directory = directory;
        this.trials = Files.readAllLines(directory.resolve("trials.jsonl"));
        this.end = Files.readString(directory.resolve("finished.json"));
        Files.delete(directory.resolve("finished.json"));
        land(0);
    }

    public Path directory() {
        return directory;
    }

    public int trials() {
        return trials.size();
    }

    public int landed() {
        return landed;
    }

    /** The record has so many trials by now. */
    public void land(int count) throws IOException {
        landed = count;
        Files.write(directory.resolve("trials.jsonl"), trials.subList(0, count));
    }

    public void finish() throws IOException {
        land(trials.size());
        Files.writeString(directory.resolve("finished.json"), end);
    }
}
