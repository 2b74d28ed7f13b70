package org.busbench.mutants.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** The bytes that a connection still has to send. For the loop's thread. */
final class Outgoing {
    private final SocketChannel channel;
    private ByteBuffer left = ByteBuffer.allocate(0);

    Outgoing(SocketChannel channel) {
        this.channel = channel;
    }

    /** Adds a message; head and body leave together. */
    void add(String head, byte[] body) {
        byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer all = ByteBuffer.allocate(left.remaining() + start.length + body.length);
        left = all.put(left).put(start).put(body).flip();
    }

    /** Writes as much as the socket takes; returns whether nothing is left. */
    boolean flush() throws IOException {
        if (left.hasRemaining()) {
            channel.write(left);
        }
        return !left.hasRemaining();
    }
}
