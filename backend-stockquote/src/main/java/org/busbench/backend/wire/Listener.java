package org.busbench.backend.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.backend.instance.BindFailedException;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/** Accepts the connections of one instance and deals them out to the loops in turn. */
final class Listener implements Closeable {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final int BACKLOG = 8192;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocketChannel server;
    private final List<Site> sites;
    private final Site home;
    private SelectionKey key;
    private int next;

    private Listener(ServerSocketChannel server, List<Site> sites) {
        this.server = server;
        this.sites = sites;
        this.home = sites.get(0);
    }

    static Listener bind(Instance instance, List<EventLoop> loops, Pages pages) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.configureBlocking(false);
            server.bind(instance.address(), BACKLOG);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw new BindFailedException(instance, e);
        }
        String url = instance.url(server.socket().getLocalPort());
        return new Listener(
                server,
                loops.stream().map(loop -> new Site(loop, instance, url, pages)).toList());
    }

    int port() {
        return server.socket().getLocalPort();
    }

    /** Begins to accept. To be called before the first loop runs. */
    void register() throws IOException {
        key = server.register(home.loop().selector(), SelectionKey.OP_ACCEPT, this);
    }

    /** Accepts all that wait. Called on the first loop's thread. */
    void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                Site site = sites.get(next++ % sites.size());
                SocketChannel accepted = channel;
                if (site == home) {
                    site.loop().adopt(accepted, site);
                } else {
                    site.loop().execute(() -> site.loop().adopt(accepted, site));
                }
            }
        } catch (IOException e) {
            // Out of file descriptors, most likely. A selector that is asked again at once would only spin.
            LOG.log(System.Logger.Level.WARNING, "cannot accept a connection: {0}", e.getMessage());
            key.interestOps(0);
            home.loop().timers().add(home.loop().now() + PAUSE_NANOS, this::resume);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void resume() {
        if (key.isValid()) {
            key.interestOps(SelectionKey.OP_ACCEPT);
        }
    }
}
