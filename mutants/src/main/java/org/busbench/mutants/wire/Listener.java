package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Accepts the clients' connections. For the loop's thread. */
public final class Listener implements Loop.Channel {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final int BACKLOG = 8192;

    private final ServerSocketChannel server;
    private final Loop loop;
    private final Handler handler;

    private Listener(ServerSocketChannel server, Loop loop, Handler handler) {
        this.server = server;
        this.loop = loop;
        this.handler = handler;
    }

    /**
     * Begins to listen. To be called before the loop runs, or on its thread.
     *
     * @param address where; port 0: any free one
     * @param loop serves the connections
     * @param handler answers their requests
     * @return the listener
     * @throws IOException when the address cannot be bound
     */
    public static Listener bind(InetSocketAddress address, Loop loop, Handler handler) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.configureBlocking(false);
            server.bind(address, BACKLOG);
            Listener listener = new Listener(server, loop, handler);
            server.register(loop.selector(), SelectionKey.OP_ACCEPT, listener);
            return listener;
        } catch (IOException e) {
            server.close();
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /**
     * Where it listens.
     *
     * @return the port
     */
    public int port() {
        return server.socket().getLocalPort();
    }

    @Override
    public void ready() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                adopt(channel);
            }
        } catch (IOException e) {
            // Out of file descriptors, most likely: clients wait until one is free.
            LOG.log(System.Logger.Level.WARNING, "cannot accept a connection: {0}", e.getMessage());
        }
    }

    private void adopt(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = channel.register(loop.selector(), SelectionKey.OP_READ);
        key.attach(new Front(channel, key, loop, handler));
    }

    @Override
    public void end(String why) {
        LOG.log(System.Logger.Level.ERROR, "the listener failed: {0}", why);
    }

    @Override
    public void tick(long nanos) {
        // Nobody waits here.
    }
}
