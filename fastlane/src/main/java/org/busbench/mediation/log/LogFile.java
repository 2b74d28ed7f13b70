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

/** A log file. For the writing thread, except {@link #reopen()}. */
public final class LogFile implements Closeable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final Path path;
    private OutputStream out;
    private volatile boolean moved;

    /**
     * Opens the file, and creates it if need be.
     *
     * @throws IOException if it cannot be opened
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

    /** Writes buffered lines to the file. */
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to " + path, e);
        }
    }

    /** Opens a new file of the same name with the next line, since the present one may have been renamed. For any thread. */
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
