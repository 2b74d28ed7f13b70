package org.busbench.backend.quote;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bytes of one answer and its HTTP status. Reused from message to message by one thread. */
public final class Reply {
    private static final int INITIAL_BYTES = 4096;
    private static final int KEPT_BYTES = 1 << 20;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;
    private int status;
    private boolean chunked;

    /** Returns the HTTP status: 200, 202 for a one-way message, 500 for a fault. */
    public int status() {
        return status;
    }

    /** Returns how many bytes the answer has. */
    public int length() {
        return length;
    }

    /** Tells whether the answer goes out in chunks to a client that knows them. */
    public boolean isChunked() {
        return chunked;
    }

    /** Says whether the answer goes out in chunks; a new answer does not. */
    void chunked(boolean wanted) {
        chunked = wanted;
    }

    /** Copies the answer. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** Appends the answer to a buffer, which must have room for it. */
    public void copyTo(ByteBuffer target) {
        target.put(bytes, 0, length);
    }

    /** Appends some of the answer to a buffer, which must have room for it. */
    public void copyTo(ByteBuffer target, int from, int count) {
        target.put(bytes, from, count);
    }

    /** Forgets the last answer, and begins another one. */
    public void begin(int newStatus) {
        status = newStatus;
        length = 0;
        chunked = false;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[INITIAL_BYTES];
        }
    }

    /** Adds bytes. */
    public void append(byte[] source) {
        append(source, 0, source.length);
    }

    /** Adds some of the bytes. */
    public void append(byte[] source, int offset, int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }
}
