package org.busbench.mutants.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.config.MessageConstraints;
import org.apache.http.nio.ContentDecoder;

/** Collects the body of one message after another. */
final class MessageBody {
    static final int BUFFER_BYTES = 16 * 1024;
    static final MessageConstraints CONSTRAINTS = MessageConstraints.custom()
            .setMaxLineLength(8192)
            .setMaxHeaderCount(100)
            .build();
    private static final int MAX_BYTES = 64 << 20;

    private final ByteBuffer chunk = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Reads what has arrived. Returns whether the body is whole. */
    boolean read(ContentDecoder decoder) throws IOException {
        while (!decoder.isCompleted()) {
            chunk.clear();
            int count = decoder.read(chunk);
            bytes.write(chunk.array(), 0, chunk.position());
            if (bytes.size() > MAX_BYTES) {
                throw new IOException("a body of more than " + MAX_BYTES + " bytes");
            }
            if (count <= 0 && !decoder.isCompleted()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the body, and begins the next one. */
    byte[] take() {
        byte[] whole = bytes.toByteArray();
        bytes.reset();
        return whole;
    }
}
