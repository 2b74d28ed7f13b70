package org.busbench.harness.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of one JSON value a line, to which lines are only ever added. When {@link #append} returns, the line is on
 * disk; when it throws, the file is as it was before, so a full disk leaves no half line behind.
 */
final class JsonLines implements Closeable {

    private final ObjectMapper json;
    private final FileChannel file;

    JsonLines(Path path, ObjectMapper json) throws IOException {
        this.json = json;
        this.file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    void append(Object value) throws IOException {
        long length = file.position();
        ByteBuffer line = ByteBuffer.wrap(line(value));
        try {
            while (line.hasRemaining()) {
                file.write(line);
            }
            file.force(false);
        } catch (IOException e) {
            try {
                file.truncate(length);
            } catch (IOException truncating) {
                e.addSuppressed(truncating);
            }
            throw e;
        }
    }

    private byte[] line(Object value) throws JsonProcessingException {
        return (json.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
