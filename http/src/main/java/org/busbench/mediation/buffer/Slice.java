package org.busbench.mediation.buffer;

import java.nio.ByteBuffer;

/**
 * A range of bytes in a buffer. The holder of a slice owns it until {@link #release()}, or until it
 * passes the slice to a method that takes it over. The memory is not used for anything else before that. Bytes do not change while a slice covers them.
 *
 * <p>For the thread of the loop that the memory belongs to. Reading ({@link #get}, {@link #copyTo}) is allowed to another thread while the
 * loop keeps the slice for it.
 */
public final class Slice {
    private final Buffer buffer;
    private final int start;
    private final int end;
    private boolean released;

    /** Takes over one use of the buffer. */
    Slice(Buffer buffer, int start, int end) {
        this.buffer = buffer;
        this.start = start;
        this.end = end;
    }

    /** Makes a slice of an array's bytes; the array must not be changed afterwards. */
    public static Slice of(byte[] bytes) {
        return new Slice(Buffer.around(bytes), 0, bytes.length);
    }

    /** {@return how many bytes it covers} */
    public int length() {
        return end - start;
    }

    /** Returns one byte; index 0 is the first. */
    public byte get(int index) {
        return buffer.get(start + index);
    }

    /** Copies bytes from an index of this slice to an offset of the target. */
    public void copyTo(int index, byte[] target, int offset, int count) {
        buffer.get(start + index, target, offset, count);
    }

    /**
     * Returns whether the bytes from an index on are these, and perhaps more follow.
     *
     * @param index of the first byte to compare
     * @param expected compared from its first byte
     * @param count how many bytes
     */
    public boolean startsWith(int index, byte[] expected, int count) {
        return count <= length() - index && buffer.equals(start + index, expected, count);
    }

    /**
     * Returns a further slice over a part of the same bytes; both are to be released.
     *
     * @param from index of its first byte
     * @param to index after its last byte
     */
    public Slice part(int from, int to) {
        if (released) {
            throw new IllegalStateException("a slice was used after its release");
        }
        if (from < 0 || to < from || to > length()) {
            throw new IndexOutOfBoundsException("bytes " + from + " to " + to + " of a slice of " + length());
        }
        buffer.retain();
        return new Slice(buffer, start + from, start + to);
    }

    /** {@return the bytes, in a view that is valid until the next call on any slice of the same buffer} */
    public ByteBuffer view() {
        return buffer.view(start, end);
    }

    /** {@return the bytes, in a view of their own that is valid until the release} */
    public ByteBuffer ownView() {
        return buffer.ownView(start, end);
    }

    /** Gives the bytes back, once: {@link IllegalStateException} if that was done before. */
    public void release() {
        if (released) {
            throw new IllegalStateException("a slice of " + length() + " bytes was released twice");
        }
        released = true;
        buffer.release();
    }

    /** {@return where its first byte stands in the memory of the process; 0 when the pool does not tell, or when the bytes are an array's} */
    public long address() {
        return buffer.address() == 0 ? 0 : buffer.address() + start;
    }

    /** {@return whether its memory belongs to a pool} */
    boolean isPooled() {
        return buffer.isPooled();
    }

    /** {@return whether the other slice begins in memory where this one ends} */
    boolean isFollowedBy(Slice other) {
        return other.buffer == buffer && other.start == end;
    }

    /** Makes one slice of two that follow each other, and takes both over. */
    static Slice joined(Slice first, Slice second) {
        Slice both = new Slice(first.buffer, first.start, second.end);
        first.released = true;
        second.release();
        return both;
    }

    /** Makes the slice without its first bytes, and takes this one over. */
    Slice without(int count) {
        released = true;
        return new Slice(buffer, start + count, end);
    }
}
