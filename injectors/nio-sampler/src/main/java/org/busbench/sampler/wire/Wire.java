package org.busbench.sampler.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connected socket, plain or encrypted. Used by its loop's thread; never blocks. */
interface Wire extends Closeable {
    /** The buffer that the connections of one loop read into, one after another. */
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

    /**
     * Goes on with what must happen before requests can be sent.
     *
     * @throws IOException when it fails
     */
    boolean open() throws IOException;

    /**
     * Reads what is there, as far as it fits.
     *
     * @return its length; 0 for nothing; -1 when the peer sends no more
     */
    int read(Input input) throws IOException;

    /** Whether the last read left nothing behind, as far as can be known without another one. */
    boolean isDrained();

    /**
     * Sends as much as the socket takes.
     *
     * @param request moves on by what was taken
     * @return whether all of it, and of what was taken before, is on its way
     */
    boolean write(ByteBuffer request) throws IOException;

    /** A socket as it is. */
    final class Plain implements Wire {
        private final SocketChannel channel;
        private boolean drained;

        Plain(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public boolean open() {
            return true;
        }

        @Override
        public int read(Input input) throws IOException {
            int length = input.read(channel);
            drained = length < Input.CAPACITY;
            return length;
        }

        @Override
        public boolean isDrained() {
            return drained;
        }

        @Override
        public boolean write(ByteBuffer request) throws IOException {
            channel.write(request);
            return !request.hasRemaining();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
