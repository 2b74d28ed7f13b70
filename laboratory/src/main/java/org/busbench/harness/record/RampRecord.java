package org.busbench.harness.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Problem;
import org.busbench.record.Ramp;
import org.busbench.record.RampRun;
import org.busbench.record.RunReader;

/** The record of a run of ramps while it is written: when {@link #append} returns, the line is on disk. */
public final class RampRecord implements Closeable {
    private final Path folder;
    private final ObjectMapper json = new ObjectMapper();
    private final RunLock lock;
    private final JsonLines lines;
    private int count;

    private RampRecord(Path folder, RunLock lock, boolean anew) throws IOException {
        this.folder = folder;
        this.lock = lock;
        Path file = folder.resolve(Ramp.FILE);
        this.lines = anew ? JsonLines.create(file, json) : JsonLines.reopen(file, json);
        lines.cutOff();
        this.count = JsonLines.wholeLines(file).size();
    }

    private static RampRecord open(Path folder, boolean anew) throws IOException {
        RunLock lock = RunLock.take(folder);
        try {
            if (Files.exists(folder.resolve(RampRun.End.FILE))) {
                throw new Problem(
                        folder + " is finished (see " + RampRun.End.FILE + " in it): only a killed run is resumed");
            }
            return new RampRecord(folder, lock, anew);
        } catch (Throwable notOpened) {
            lock.close();
            throw notOpened;
        }
    }

    public static RampRecord create(Path folder, RampRun run) throws IOException {
        RampRecord record = open(folder, true);
        JsonLines.whole(folder.resolve(RampRun.FILE), run, record.json);
        return record;
    }

    /** Goes on with the record of a run that was killed; a half-written last line is cut off. */
    public static RampRecord reopen(Path folder) throws IOException {
        return open(folder, false);
    }

    public List<Ramp> written() {
        return RunReader.ramps(folder, new ArrayList<>());
    }

    /** A new folder for the raw data of the next line. That of an attempt which a kill ended stays as it is. */
    public RunDirectory.TrialFolder nextFolder() throws IOException {
        return RunDirectory.TrialFolder.create(folder, count + 1);
    }

    public void append(Ramp line) throws IOException {
        lines.append(line);
        count++;
    }

    /**
     * Writes {@code ramp-end.json}, after which no line may follow.
     *
     * @param outcome {@code complete} or {@code interrupted}
     */
    public void finish(String outcome) throws IOException {
        lines.close();
        RampRun.End end = new RampRun.End(
                RampRun.End.SCHEMA,
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                outcome,
                count,
                Sha256.of(folder.resolve(Ramp.FILE)),
                Sha256.of(folder.resolve(RampRun.FILE)));
        JsonLines.whole(folder.resolve(RampRun.End.FILE), end, json);
    }

    @Override
    public void close() throws IOException {
        try (lock;
                lines) {
            // Both are closed, the lock last.
        }
    }
}
