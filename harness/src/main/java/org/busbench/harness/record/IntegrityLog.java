package org.busbench.harness.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.busbench.record.Integrity;

/** Writes {@code integrity.jsonl}: when {@link #append} returns, the line is on disk. For the run's thread. */
public final class IntegrityLog implements Closeable {
    private final JsonLines lines;

    private IntegrityLog(JsonLines lines) {
        this.lines = lines;
    }

    /** Begins the file in a folder that has none. */
    public static IntegrityLog create(Path folder) throws IOException {
        return new IntegrityLog(JsonLines.create(folder.resolve(Integrity.FILE), new ObjectMapper()));
    }

    /** Adds a line. */
    public void append(Integrity line) throws IOException {
        lines.append(line);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
