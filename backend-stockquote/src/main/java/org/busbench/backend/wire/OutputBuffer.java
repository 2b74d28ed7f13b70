package org.busbench.backend.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * The bytes that one connection still has to send. The answers of one loop iteration are gathered in the loop's buffer and sent with one write. Only the
 * bytes that the socket does not take are kept for this connection.
 */
final class OutputBuffer {
    private final Scratch scratch;
    private ByteBuffer left;

    OutputBuffer(Scratch scratch) {
        this.scratch = scratch;
    }

    /** Returns a buffer with room for so many bytes, to put them in. */
    ByteBuffer room(int bytes) {
        if (left == null) {
            return scratch.room(bytes);
        }
        throw new IllegalStateException("answers are made only when nothing is left to send");
    }

    /** Tells whether so much was gathered in this turn that it should leave before more is made. */
    boolean isFull() {
        return scratch.isFull();
    }

    /** Returns the position at which the next answer begins, for {@link #takeBack}. */
    int mark() {
        return scratch.buffer.position();
    }

    /** Takes what was put since a mark out again. */
    byte[] takeBack(int mark) {
        byte[] taken = new byte[scratch.buffer.position() - mark];
        scratch.buffer.position(mark).get(taken).position(mark);
        return taken;
    }

    /** Writes what there is; returns whether nothing is left. */
    boolean flush(WritableByteChannel channel) throws IOException {
        if (left != null) {
            channel.write(left);
            if (left.hasRemaining()) {
                return false;
            }
            left = null;
            return true;
        }
        left = scratch.writeTo(channel);
        return left == null;
    }

    /** The buffer that a loop gathers answers in; empty between the turns of two connections. */
    static final class Scratch {
        private static final int BYTES = 256 << 10;

        private final ByteBuffer usual = ByteBuffer.allocateDirect(BYTES);
        private ByteBuffer buffer = usual;

        ByteBuffer room(int bytes) {
            if (buffer.remaining() < bytes) {
                ByteBuffer larger = ByteBuffer.allocate(Math.max(buffer.position() + bytes, 2 * buffer.capacity()));
                buffer = larger.put(buffer.flip());
            }
            return buffer;
        }

        boolean isFull() {
            return buffer.position() >= BYTES / 2;
        }

        /** Forgets what was gathered for a connection that has failed. */
        void clear() {
            buffer = usual.clear();
        }

        /** Writes; returns what the channel did not take, or null. */
        ByteBuffer writeTo(WritableByteChannel channel) throws IOException {
            buffer.flip();
            if (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            ByteBuffer rest = null;
            if (buffer.hasRemaining()) {
                rest = ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
            }
            buffer = usual.clear();
            return rest;
        }
    }
}
