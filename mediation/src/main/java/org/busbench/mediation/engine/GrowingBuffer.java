package org.busbench.mediation.engine;

import java.nio.ByteBuffer;
import org.apache.synapse.transport.passthru.util.ControlledByteBuffer;

/**
 * A buffer that starts small and grows once, when the first bytes that do not fit ask for room: a short message pays for little memory, a
 * long one passes in large pieces.
 *
 * <p>Not thread-safe: a pipe uses it under its lock.
 */
final class GrowingBuffer extends ControlledByteBuffer {

    private static final int FIRST_BYTES = 8 * 1024;

    private final int lastBytes;
    private ByteBuffer bytes;
    private boolean input = true;

    /** Whether the free part of the buffer is between position and limit; between the change to input and the compaction it is not. */
    private boolean writable = true;

    GrowingBuffer(int lastBytes) {
        this(ByteBuffer.allocate(Math.min(FIRST_BYTES, lastBytes)), lastBytes);
    }

    private GrowingBuffer(ByteBuffer first, int lastBytes) {
        super(first);
        this.bytes = first;
        this.lastBytes = lastBytes;
    }

    @Override
    public ByteBuffer getByteBuffer() {
        return bytes;
    }

    @Override
    public boolean setInputMode() {
        boolean changes = !input;
        input = true;
        return changes;
    }

    @Override
    public boolean setOutputMode() {
        boolean changes = input;
        input = false;
        return changes;
    }

    @Override
    public void forceSetInputMode() {
        input = true;
    }

    @Override
    public void flip() {
        bytes.flip();
        writable = false;
    }

    @Override
    public void clear() {
        bytes.clear();
        writable = true;
    }

    @Override
    public void compact() {
        bytes.compact();
        writable = true;
    }

    /** Whether there is something left to read, or room to write; a full buffer that may still grow makes room here. */
    @Override
    public boolean hasRemaining() {
        if (writable && !bytes.hasRemaining() && bytes.capacity() < lastBytes) {
            ByteBuffer larger = ByteBuffer.allocate(lastBytes);
            bytes.flip();
            bytes = larger.put(bytes);
        }
        return bytes.hasRemaining();
    }

    @Override
    public int position() {
        return bytes.position();
    }

    @Override
    public int remaining() {
        return bytes.remaining();
    }

    @Override
    public void put(byte b) {
        bytes.put(b);
    }

    @Override
    public void putInt(int value) {
        bytes.putInt(value);
    }

    @Override
    public ByteBuffer put(byte[] source, int offset, int length) {
        return bytes.put(source, offset, length);
    }

    @Override
    public byte get() {
        return bytes.get();
    }

    @Override
    public ByteBuffer get(byte[] destination, int offset, int length) {
        return bytes.get(destination, offset, length);
    }
}
