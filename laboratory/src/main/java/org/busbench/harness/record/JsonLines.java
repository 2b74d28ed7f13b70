package org.busbench.harness.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A file of one JSON value a line, to which lines are only ever added. When {@link #append}
 * returns, the line is on disk; when it throws, the file is as it was before, so a full disk leaves no half line behind.
 */
record JsonLines(ObjectMapper json, FileChannel file) implements Closeable {

    static JsonLines create(Path path, ObjectMapper json) throws IOException {
        return new JsonLines(json, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    /** Goes on where a killed writer ended. A half-written last line stays until {@link #cutOff} or the first append. */
    static JsonLines reopen(Path path, ObjectMapper json) throws IOException {
        JsonLines lines =
                new JsonLines(json, FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        try {
            long whole = 0;
            for (byte[] line : wholeLines(path)) {
                whole += line.length + 1L;
            }
            lines.file.position(whole);
            return lines;
        } catch (IOException e) {
            lines.close();
            throw e;
        }
    }

    /** Whether there is something behind the last line end. */
    boolean hasHalfLine() throws IOException {
        return file.size() > file.position();
    }

    /** Removes what is behind the last line end. */
    void cutOff() throws IOException {
        if (hasHalfLine()) {
            file.truncate(file.position());
            file.force(true);
        }
    }

    /** The lines that have their line end, without it. */
    static List<byte[]> wholeLines(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        List<byte[]> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                lines.add(Arrays.copyOfRange(bytes, start, i));
                start = i + 1;
            }
        }
        return lines;
    }

    /** Adds a line; returns its bytes without the line end. */
    byte[] append(Object value) throws IOException {
        cutOff();
        byte[] text = json.writeValueAsBytes(value);
        long length = file.position();
        ByteBuffer line = ByteBuffer.allocate(text.length + 1).put(text).put((byte) '\n');
        line.flip();
        try {
            while (line.hasRemaining()) {
                file.write(line);
            }
            file.force(false);
            return text;
        } catch (IOException e) {
            try {
                file.truncate(length);
            } catch (IOException truncating) {
                e.addSuppressed(truncating);
            }
            throw e;
        }
    }

    /** Writes a file of one value in one step: it is there as a whole or not at all. */
    static void whole(Path path, Object value, ObjectMapper json) throws IOException {
        Path draft = path.resolveSibling(path.getFileName() + ".part");
        Files.writeString(draft, json.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n");
        Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
