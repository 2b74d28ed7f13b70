package org.busbench.sampler.wire;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** The socket of one connection, from connecting to closing, and what its selector looks out for. */
final class Link {
    private final SocketChannel channel;
    private final SelectionKey key;
    private Wire wire;

    /** A socket that is not connecting yet. */
    Link(Loop loop, Connection connection) throws IOException {
        channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            key = loop.register(channel, SelectionKey.OP_CONNECT, connection);
        } catch (IOException broken) {
            channel.close();
            throw broken;
        }
    }

    /** Begins to connect; whether that is done at once. */
    boolean connect(Settings settings) throws IOException {
        return channel.connect(settings.address());
    }

    boolean finishConnect() throws IOException {
        return channel.finishConnect();
    }

    /** The connection stands: from here on it can be opened, read and written. */
    void connected(Settings settings) throws IOException {
        Tls tls = settings.tls();
        wire = tls == null ? new PlainWire(channel) : new TlsWire(channel, tls.engine(settings.address()));
        key.interestOps(SelectionKey.OP_READ);
    }

    /** Goes on with the TLS handshake, if any; whether it is done. */
    boolean open() throws IOException {
        return wire.open();
    }

    int read(Input input) throws IOException {
        return wire.read(input);
    }

    boolean isDrained() {
        return wire.isDrained();
    }

    /** Sends what the socket takes; while that is not all, the selector tells when it takes more. */
    boolean write(ByteBuffer request) throws IOException {
        boolean all = wire.write(request);
        int interest = all ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
        if (key.interestOps() != interest) {
            key.interestOps(interest);
        }
        return all;
    }

    /** Leaves further bytes where they are, until the next write. */
    void stopReading() {
        key.interestOps(0);
    }

    void close() {
        try {
            if (wire == null) {
                channel.close();
            } else {
                wire.close();
            }
        } catch (IOException broken) {
            // The connection is given up, and what was asked over it has been judged: nothing hangs on its end.
            wire = null;
        }
    }
}
