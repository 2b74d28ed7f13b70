package org.busbench.sampler.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** What the connections of one loop read into, one after another. */
final class Input {
    /** More than the largest of the usual answers: one read takes it. */
    static final int CAPACITY = 128 * 1024;

    final byte[] bytes = new byte[CAPACITY];
    private final ByteBuffer nativeBytes = ByteBuffer.allocateDirect(CAPACITY);

    int read(SocketChannel channel) throws IOException {
        nativeBytes.clear();
        int length = channel.read(nativeBytes);
        if (length > 0) {
            nativeBytes.get(0, bytes, 0, length);
        }
        return length;
    }
}
