package org.busbench.sampler.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A socket as it is. */
final class PlainWire implements Wire {
    private final SocketChannel channel;
    private boolean drained;

    PlainWire(SocketChannel channel) {
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
