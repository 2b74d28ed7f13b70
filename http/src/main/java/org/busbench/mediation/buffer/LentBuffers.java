package org.busbench.mediation.buffer;

/**
 * Pooled buffers that the kernel fills by itself, each from its beginning to its end, with bytes for any number of receivers. A buffer that is lent
 * returns to its pool when the kernel has finished with it <b>and</b> the last slice of its bytes is released.
 *
 * <pre>{@code
 * int id = lent.lend();              // the kernel may write to lent.address(id) from now on
 * Slice slice = lent.arrived(id, 500, true);   // it wrote 500 bytes behind the last ones; mine until I release it
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class LentBuffers {
    /** There is none. */
    public static final int NONE = -1;

    private final BufferPool pool;
    private final Buffer[] buffers;
    private final int[] used;
    private final int[] free;
    private int freeCount;

    /** Lends nothing yet, and never more buffers than this at the same time. */
    public LentBuffers(BufferPool pool, int most) {
        this.pool = pool;
        this.buffers = new Buffer[most];
        this.used = new int[most];
        this.free = new int[most];
        for (int id = most - 1; id >= 0; id--) {
            free[freeCount++] = id;
        }
        pool.register(this);
    }

    /** {@return the number of a buffer that is lent from now on, or {@link #NONE} when the pool has none left or as many are lent as may be} */
    public int lend() {
        Buffer buffer = freeCount == 0 ? null : pool.take();
        if (buffer == null) {
            return NONE;
        }
        int id = free[--freeCount];
        buffers[id] = buffer;
        used[id] = 0;
        return id;
    }

    /** {@return where the memory of a lent buffer begins} */
    public long address(int id) {
        return buffers[id].address();
    }

    /** {@return how many buffers are lent} */
    public int lent() {
        return buffers.length - freeCount;
    }

    /**
     * Takes the bytes that the kernel has put behind those before.
     *
     * @param count how many, 0 or more
     * @param more whether the kernel goes on with this buffer
     * @return a slice that the caller owns, or null without bytes
     * @throws IllegalStateException if the kernel cannot have done that: from then on the owners of the bytes are unknown
     */
    public Slice arrived(int id, int count, boolean more) {
        Buffer buffer = id < buffers.length ? buffers[id] : null;
        if (buffer == null || count > buffer.capacity() - used[id]) {
            throw new IllegalStateException(count + " bytes arrived in buffer " + id
                    + (buffer == null
                            ? ", which is not lent"
                            : ", which has room for " + (buffer.capacity() - used[id])));
        }
        Slice slice = null;
        if (count > 0) {
            buffer.retain();
            slice = new Slice(buffer, used[id], used[id] + count);
            used[id] += count;
        }
        if (!more) {
            giveBack(id);
        }
        return slice;
    }

    /** The kernel has let go of all buffers, for instance because its ring is closed. */
    public void giveBackAll() {
        for (int id = 0; id < buffers.length; id++) {
            if (buffers[id] != null) {
                giveBack(id);
            }
        }
    }

    /** {@return how many lent buffers hold no bytes that have an owner} */
    int idle() {
        int idle = 0;
        for (Buffer buffer : buffers) {
            idle += buffer != null && buffer.hasOneUser() ? 1 : 0;
        }
        return idle;
    }

    private void giveBack(int id) {
        Buffer buffer = buffers[id];
        buffers[id] = null;
        free[freeCount++] = id;
        buffer.release();
    }
}
