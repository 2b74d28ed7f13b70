package org.busbench.mediation.engine;

import org.apache.http.nio.util.HeapByteBufferAllocator;
import org.apache.synapse.transport.passthru.util.BufferFactory;
import org.apache.synapse.transport.passthru.util.ControlledByteBuffer;

/**
 * Hands each message a buffer of its own that nobody else ever gets. The stock factory pools them, and after a transport error the same
 * buffer is released by both sides of a message, so that two later messages share it and read each other's bodies. A buffer without a
 * second life cannot be shared; the collector takes a young one back for next to nothing.
 *
 * <p>Any thread may call it; it never blocks.
 */
final class SingleUseBuffers extends BufferFactory {

    private final int bytes;

    SingleUseBuffers(int bytes) {
        super(bytes, HeapByteBufferAllocator.INSTANCE, 0);
        this.bytes = bytes;
    }

    @Override
    public ControlledByteBuffer getBuffer() {
        return new GrowingBuffer(bytes);
    }

    /** Forgets the buffer, however often it is released. */
    @Override
    public void release(ControlledByteBuffer buffer) {
        // Whoever still holds it keeps it to himself.
    }
}
