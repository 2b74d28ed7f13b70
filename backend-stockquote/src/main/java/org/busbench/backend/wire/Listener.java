package org.busbench.backend.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.backend.files.FileServiceDefinition;
import org.busbench.backend.instance.BindFailedException;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/** Accepts the connections of one instance and deals them out to the loops in turn. */
final class Listener implements Closeable {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());
    private static final int BACKLOG = 8192;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocketChannel server;
    private final List<RequestHandler> handlers;
    private final RequestHandler home;
    private SelectionKey key;
    private int next;

    private Listener(ServerSocketChannel server, List<RequestHandler> handlers) {
        this.server = server;
        this.handlers = handlers;
        this.home = handlers.get(0);
    }

    static Listener bind(Instance instance, List<EventLoop> loops, Pages pages, List<FileServiceDefinition> files)
            throws IOException {
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
                loops.stream()
                        .map(loop -> new RequestHandler(loop, instance, url, pages, files))
                        .toList());
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
                RequestHandler handler = handlers.get(next++ % handlers.size());
                SocketChannel accepted = channel;
                if (handler == home) {
                    handler.loop().adopt(accepted, handler);
                } else {
                    handler.loop().execute(() -> handler.loop().adopt(accepted, handler));
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
