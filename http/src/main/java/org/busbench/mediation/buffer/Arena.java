package org.busbench.mediation.buffer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Fills one pooled buffer after the other: what arrives or is made next stands where the last ended, so that a message of 1 byte costs 1 byte
 * and not a buffer. When the buffer has no user any more, it is filled again from its beginning, which keeps it in the processor's cache.
 *
 * <pre>{@code
 * ByteBuffer room = arena.room(16384);
 * int count = read(room);
 * Slice slice = arena.take(count);   // mine until I release it
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class Arena {
    private final BufferPool pool;
    private Buffer buffer;
    private int used;

    /** Makes an arena that takes its buffers from a pool. */
    public Arena(BufferPool pool) {
        this.pool = pool;
        pool.register(this);
    }

    /**
     * Returns free memory, valid until the next call.
     *
     * @param least how many bytes are needed; at most the size of the pool's buffers
     * @return room for at least so many bytes, or null when the pool has no buffer left
     */
    public ByteBuffer room(int least) {
        if (!makeRoom(least)) {
            return null;
        }
        return buffer.view(used, buffer.capacity());
    }

    /** Makes a slice of so many bytes at the beginning of the room that was returned last. */
    public Slice take(int count) {
        buffer.retain();
        Slice slice = new Slice(buffer, used, used + count);
        used += count;
        return slice;
    }

    /**
     * Copies bytes into a slice. Never fails: what the pool has no room for gets memory of its own.
     *
     * @param count how many bytes, from the first
     */
    public Slice copy(byte[] source, int count) {
        if (count > pool.bufferBytes() || !makeRoom(count)) {
            return Slice.of(Arrays.copyOf(source, count));
        }
        buffer.put(used, source, 0, count);
        return take(count);
    }

    /** {@return whether it has a buffer without a user, ready to be filled from its beginning} */
    public boolean holdsIdleBuffer() {
        return buffer != null && buffer.hasOneUser();
    }

    /** Lets go of its buffer. */
    public void rest() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }

    private boolean makeRoom(int least) {
        if (buffer != null && buffer.hasOneUser()) {
            used = 0;
        }
        if (buffer != null && buffer.capacity() - used >= least) {
            return true;
        }
        rest();
        used = 0;
        buffer = pool.take();
        return buffer != null;
    }
}
