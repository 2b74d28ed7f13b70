package org.busbench.harness.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.busbench.common.Sha256;
import org.busbench.record.Integrity;
import org.busbench.record.IntegrityRun;

/** Writes {@code integrity.jsonl}: when {@link #append} returns, the line is on disk. For the run's thread. */
public final class IntegrityLog implements Closeable {
    private final Path folder;
    private final ObjectMapper json;
    private final JsonLines lines;
    private int count;

    private IntegrityLog(Path folder, ObjectMapper json) throws IOException {
        this.folder = folder;
        this.json = json;
        this.lines = JsonLines.create(folder.resolve(Integrity.FILE), json);
    }

    /** What a run says of itself at its end, given what its log holds. */
    @FunctionalInterface
    public interface End {
        /** The end of a run with so many lines, and the SHA-256 of their file. */
        IntegrityRun of(int lines, String linesSha256) throws IOException, InterruptedException;
    }

    /** Begins the file in a folder that has none. */
    public static IntegrityLog create(Path folder) throws IOException {
        return new IntegrityLog(folder, new ObjectMapper());
    }

    /** Adds a line. */
    public void append(Integrity line) throws IOException {
        lines.append(line);
        count++;
    }

    /** Writes {@code integrity.json}, after which no line may follow. */
    public void finish(End end) throws IOException, InterruptedException {
        lines.close();
        IntegrityRun run = end.of(count, Sha256.of(folder.resolve(Integrity.FILE)));
        Path draft = folder.resolve(IntegrityRun.FILE + ".part");
        Files.writeString(draft, json.writerWithDefaultPrettyPrinter().writeValueAsString(run) + "\n");
        Files.move(draft, folder.resolve(IntegrityRun.FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
