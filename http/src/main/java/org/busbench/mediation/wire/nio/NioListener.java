package org.busbench.mediation.wire.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.Faults;

/** Accepts on the first loop and deals the connections out to all in turn. On that loop's thread, except where said. */
final class NioListener implements NioLoop.Ready {
    private static final System.Logger LOG = System.getLogger(NioListener.class.getName());
    private static final int BACKLOG = 8192;
    private static final int MOST_A_TURN = 64;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocketChannel server;
    private final InetSocketAddress address;
    private final List<NioLoop> loops;
    private final Acceptor acceptor;
    private final Deadline pause;
    private SelectionKey key;
    private int next;

    private NioListener(ServerSocketChannel server, List<NioLoop> loops, Acceptor acceptor) throws IOException {
        this.server = server;
        this.address = (InetSocketAddress) server.getLocalAddress();
        this.loops = loops;
        this.acceptor = acceptor;
        this.pause = loops.get(0).deadline(this::resume);
    }

    /** For any thread. */
    static NioListener bind(InetSocketAddress address, List<NioLoop> loops, Acceptor acceptor) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.configureBlocking(false);
            server.bind(address, BACKLOG);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
        NioListener listener = new NioListener(server, loops, acceptor);
        loops.get(0).execute(listener::register);
        return listener;
    }

    InetSocketAddress address() {
        return address;
    }

    /** For any thread. */
    void close() {
        loops.get(0).execute(() -> Channels.close(server));
    }

    @Override
    public void ready() {
        try {
            for (int i = 0; i < MOST_A_TURN; i++) {
                SocketChannel channel = server.accept();
                if (channel == null) {
                    return;
                }
                deal(channel);
            }
        } catch (IOException e) {
            // Out of file descriptors, most likely. A selector that is asked again at once would only spin.
            LOG.log(System.Logger.Level.WARNING, "cannot accept a connection: {0}", e.getMessage());
            key.interestOps(0);
            pause.set(PAUSE_NANOS);
        }
    }

    private void deal(SocketChannel channel) {
        NioLoop loop = loops.get(next);
        next = next + 1 < loops.size() ? next + 1 : 0;
        if (loop == loops.get(0)) {
            loop.adopt(channel, acceptor);
            return;
        }
        try {
            loop.execute(() -> loop.adopt(channel, acceptor));
        } catch (Throwable e) {
            Faults.survived("a connection was refused", e);
            Channels.close(channel);
        }
    }

    private void register() {
        try {
            key = server.register(loops.get(0).selector(), SelectionKey.OP_ACCEPT, this);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "cannot accept on " + address, e);
        }
    }

    private void resume() {
        if (key.isValid()) {
            key.interestOps(SelectionKey.OP_ACCEPT);
        }
    }
}
