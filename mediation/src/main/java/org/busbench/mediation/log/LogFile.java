package org.busbench.mediation.log;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that lines are appended to. For the writing thread, except {@link #reopen()}. */
public final class LogFile implements Closeable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final Path path;
    private OutputStream out;
    private volatile boolean moved;

    /**
     * Opens it, and makes it when there is none.
     *
     * @param path where it lies
     * @throws IOException when that is not possible
     */
    public LogFile(Path path) throws IOException {
        this.path = path;
        this.out = open();
    }

    /** Appends a line. */
    public void line(String text) {
        try {
            if (moved) {
                moved = false;
                out.close();
                out = open();
            }
            out.write((text + '\n').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + path, e);
        }
    }

    /** Lets the lines be seen. */
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + path, e);
        }
    }

    /** Goes on in a new file of the same name with the next line: the old one may have been moved away. For any thread. */
    public void reopen() {
        moved = true;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private OutputStream open() throws IOException {
        return new BufferedOutputStream(
                Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND), BUFFER_BYTES);
    }
}
