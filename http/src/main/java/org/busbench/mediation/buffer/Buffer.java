package org.busbench.mediation.buffer;

import java.nio.ByteBuffer;

/**
 * A piece of memory with a count of those who use it; back in its pool when the last one has let go. Who needs it goes through a {@link
 * Slice} or an {@link Arena}. Not thread-safe: the loop's thread alone counts. Other threads may read bytes of a slice as long as the loop
 * keeps that slice for them.
 */
final class Buffer {
    private final BufferPool pool;
    private final ByteBuffer memory;
    private final ByteBuffer view;
    private final long address;
    private int users;

    private Buffer(BufferPool pool, ByteBuffer memory, long address) {
        this.pool = pool;
        this.memory = memory;
        this.view = memory.duplicate();
        this.address = address;
    }

    static Buffer pooled(BufferPool pool, int bytes) {
        ByteBuffer memory = ByteBuffer.allocateDirect(bytes);
        return new Buffer(pool, memory, pool.addressOf(memory));
    }

    /** A buffer around an array, for what is made outside of any pool; its only limit is the garbage collector. */
    static Buffer around(byte[] bytes) {
        Buffer buffer = new Buffer(null, ByteBuffer.wrap(bytes), 0);
        buffer.users = 1;
        return buffer;
    }

    void lend() {
        users = 1;
    }

    void retain() {
        if (users <= 0) {
            throw new IllegalStateException("a buffer was used after its last user had released it");
        }
        users++;
    }

    void release() {
        if (users <= 0) {
            throw new IllegalStateException("a buffer was released more often than it was taken");
        }
        users--;
        if (users == 0 && pool != null) {
            pool.takeBack(this);
        }
    }

    boolean isPooled() {
        return pool != null;
    }

    boolean hasOneUser() {
        return users == 1;
    }

    /** Returns where the memory begins, or 0 when that is not known or changes. */
    long address() {
        return address;
    }

    int capacity() {
        return memory.capacity();
    }

    /** Returns the bytes from start to end in a view that is valid until the next call. */
    ByteBuffer view(int start, int end) {
        return view.limit(end).position(start);
    }

    /** Returns the bytes from start to end in a view of its own. */
    ByteBuffer ownView(int start, int end) {
        return memory.slice(start, end - start);
    }

    byte get(int at) {
        return memory.get(at);
    }

    boolean equals(int at, byte[] expected, int count) {
        return view(at, at + count).mismatch(ByteBuffer.wrap(expected, 0, count)) < 0;
    }

    void get(int at, byte[] target, int offset, int count) {
        memory.get(at, target, offset, count);
    }

    void put(int at, byte[] source, int offset, int count) {
        memory.put(at, source, offset, count);
    }
}
