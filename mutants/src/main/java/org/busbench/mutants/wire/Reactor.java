package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * One thread with its selector, for the connections of clients and of backends and for timers. All but {@link #stop} is for that thread, so handlers and faults
 * need no synchronization. An error in the work of one connection ends that connection alone.
 */
public final class Reactor {
    private static final System.Logger LOG = System.getLogger(Reactor.class.getName());
    private static final int BACKLOG = 8192;
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Selector selector;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private ServerSocketChannel server;
    private Handler handler;
    private int clients;
    private int mostClients = Integer.MAX_VALUE;
    private volatile boolean stopped;

    /** A reactor that does not run yet. */
    public Reactor() throws IOException {
        selector = Selector.open();
    }

    private record Timer(long dueNanos, Runnable task) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            return Long.compare(dueNanos - other.dueNanos, 0);
        }
    }

    /** Listens for clients, on any free port when it is 0. To be called before the reactor runs. */
    public int listen(InetSocketAddress address, Handler requests) throws IOException {
        handler = requests;
        server = ServerSocketChannel.open();
        try {
            server.configureBlocking(false);
            server.bind(address, BACKLOG);
            server.register(selector, SelectionKey.OP_ACCEPT);
            return server.socket().getLocalPort();
        } catch (IOException e) {
            server.close();
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /** The time by {@link System#nanoTime}. */
    public long now() {
        return System.nanoTime();
    }

    /** Runs a task later, which must not block. */
    public void later(long delayNanos, Runnable task) {
        timers.add(new Timer(now() + delayNanos, task));
    }

    /** Lets all further clients wait while so many are connected: a fault. */
    public void serveAtMost(int most) {
        mostClients = most;
    }

    /** Begins to connect a channel for a connection, which learns of the outcome unless this fails at once. */
    void connect(SocketChannel channel, InetSocketAddress address, Connection<?> connection) throws IOException {
        prepare(channel);
        boolean connected = channel.connect(address);
        connection.selected(
                channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, connection));
        if (connected) {
            connection.connected();
        }
    }

    private static void prepare(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Serves until it is stopped. */
    public void run() throws IOException {
        look();
        while (!stopped) {
            long left = timers.peek().dueNanos - now();
            if (left > 0) {
                selector.select(this::ready, TimeUnit.NANOSECONDS.toMillis(left) + 1);
            } else {
                ring(timers.poll());
                selector.selectNow(this::ready);
            }
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }

    /** Ends the reactor and every connection, soon. For any thread. */
    public void stop() {
        stopped = true;
        selector.wakeup();
    }

    private static void ring(Timer timer) {
        try {
            timer.task.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a timer's task failed", e);
        }
    }

    private void look() {
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof Connection<?> connection) {
                connection.look(now());
            }
        }
        later(LOOK_NANOS, this::look);
    }

    private void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.attachment() instanceof Connection<?> connection) {
            connection.ready();
        } else {
            accept();
        }
    }

    private void accept() {
        try {
            while (clients < mostClients) {
                SocketChannel channel = server.accept();
                if (channel == null) {
                    return;
                }
                prepare(channel);
                ClientConnection client = new ClientConnection(channel, handler, this::left);
                client.selected(channel.register(selector, SelectionKey.OP_READ, client));
                clients++;
            }
            listen(false);
        } catch (IOException e) {
            // Out of file descriptors, most likely: clients wait until one is free.
            LOG.log(System.Logger.Level.WARNING, "cannot accept a connection: {0}", e.getMessage());
            listen(false);
            later(PAUSE_NANOS, () -> listen(true));
        }
    }

    private void listen(boolean on) {
        server.keyFor(selector).interestOps(on ? SelectionKey.OP_ACCEPT : 0);
    }

    private void left() {
        clients--;
        listen(true);
    }
}
