package org.busbench.harness.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.busbench.common.Sha256;
import org.busbench.record.Integrity;
import org.busbench.record.IntegrityRun;

/** Writes {@code integrity.jsonl}: when {@link #append} returns, the line is on disk. Safe for use by several threads. */
public final class IntegrityLog implements Closeable {
    private final Path folder;
    private final ObjectMapper json;
    private final JsonLines lines;
    private final List<Integrity> written = new ArrayList<>();

    private IntegrityLog(Path folder, ObjectMapper json) throws IOException {
        this.folder = folder;
        this.json = json;
        this.lines = JsonLines.create(folder.resolve(Integrity.FILE), json);
    }

    /** Makes the last line of a run, from the lines of its log. */
    @FunctionalInterface
    public interface End {
        /** The end of a run with so many lines, and the SHA-256 of their file. */
        IntegrityRun of(int lines, String linesSha256) throws IOException, InterruptedException;
    }

    /** Begins the file in a folder that has none. */
    public static IntegrityLog create(Path folder) throws IOException {
        return new IntegrityLog(folder, new ObjectMapper());
    }

    public synchronized void append(Integrity line) throws IOException {
        lines.append(line);
        written.add(line);
    }

    /**
     * Puts the lines in order, as if adapters and cases had been played one after the other. No line may follow.
     *
     * @param adapters names, in order
     * @param cases ids, in order
     */
    public synchronized void order(List<String> adapters, List<String> cases) throws IOException {
        lines.close();
        Path file = folder.resolve(Integrity.FILE);
        List<byte[]> bytes = JsonLines.wholeLines(file);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < bytes.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.<Integer>comparingInt(
                        i -> adapters.indexOf(written.get(i).adapter().name()))
                .thenComparingInt(i -> cases.indexOf(written.get(i).of().id())));
        Path draft = folder.resolve(Integrity.FILE + ".part");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
            for (int i : order) {
                out.write(bytes.get(i));
                out.write('\n');
            }
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Writes {@code integrity.json}, after which no line may follow. */
    public synchronized void finish(End end) throws IOException, InterruptedException {
        lines.close();
        IntegrityRun run = end.of(written.size(), Sha256.of(folder.resolve(Integrity.FILE)));
        JsonLines.whole(folder.resolve(IntegrityRun.FILE), run, json);
    }

    @Override
    public synchronized void close() throws IOException {
        lines.close();
    }
}
