package org.busbench.mediation.wire.nio;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** Operations on channels whose failure cannot be reported to a caller. */
final class Channels {
    private static final System.Logger LOG = System.getLogger(Channels.class.getName());

    private Channels() {}

    /** Returns a channel, or null when the system has none left. */
    static SocketChannel openOrNull() {
        try {
            return SocketChannel.open();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot open a socket: {0}", e.getMessage());
            return null;
        }
    }

    /** Returns the address of the other side, or null when it is not known any more. */
    static InetSocketAddress peerOrNull(SocketChannel channel) {
        try {
            return channel == null ? null : (InetSocketAddress) channel.getRemoteAddress();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the peer has gone", e);
            return null;
        }
    }

    static void close(Closeable channel) {
        if (channel == null) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing failed", e);
        }
    }

    /** Lets the close of this channel be a reset. */
    static void resetOnClose(SocketChannel channel) {
        if (channel == null) {
            return;
        }
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot reset a connection that is gone", e);
        }
    }
}
