package org.busbench.backend.wire;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** Array-backed buffers that one loop uses again and again; bounded in number and size. For one thread. */
final class BufferPool {
    private static final int LARGEST_KEPT_BYTES = 128 << 10;
    private static final int MOST_KEPT = 64;

    private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();
    private final int leastBytes;

    BufferPool(int leastBytes) {
        this.leastBytes = leastBytes;
    }

    ByteBuffer acquire() {
        ByteBuffer buffer = free.pollFirst();
        return buffer == null ? ByteBuffer.allocate(leastBytes) : buffer;
    }

    void release(ByteBuffer buffer) {
        if (buffer.capacity() <= LARGEST_KEPT_BYTES && free.size() < MOST_KEPT) {
            free.addFirst(buffer.clear());
        }
    }
}
