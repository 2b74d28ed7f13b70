package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.impl.nio.reactor.ChannelEntry;
import org.apache.http.impl.nio.reactor.DefaultConnectingIOReactor;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import org.apache.http.nio.reactor.IOEventDispatch;
import org.apache.http.nio.reactor.IOReactorException;
import org.apache.http.nio.reactor.IOReactorExceptionHandler;
import org.apache.http.nio.reactor.IOSession;
import org.apache.http.nio.reactor.SessionRequest;
import org.apache.http.nio.reactor.SessionRequestCallback;

/**
 * HttpCore's reactor with one worker thread for the connections of clients and of backends. The reactor's own thread accepts and connects, and a third one
 * runs the timers. A lock serializes the events of connections and the timers' tasks, so that handlers and faults need no other synchronization. An error in
 * the work of one connection ends that connection alone.
 */
public final class Reactor {
    private static final System.Logger LOG = System.getLogger(Reactor.class.getName());
    private static final int BACKLOG = 8192;
    private static final long STOP_MILLIS = 1000;

    private final Object lock = new Object();
    private final AcceptingReactor reactor;
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor(Reactor::timerThread);

    /** A connection, as its session's events drive it. Called with the lock held. */
    interface Connection {

        /** The session is open; called once. */
        void connected(IOSession session);

        /** There may be bytes to read. */
        void inputReady();

        /** There may be room to write. */
        void outputReady();

        /** Nothing was read or written for the session's socket timeout. */
        void timedOut();

        /** The session has ended, or could not be connected for the reason given. */
        void ended(String why);
    }

    /**
     * A reactor that does not run yet.
     *
     * @throws IOException when the system has no selector for it
     */
    public Reactor() throws IOException {
        IOReactorConfig config = IOReactorConfig.custom()
                .setIoThreadCount(1)
                .setTcpNoDelay(true)
                .setShutdownGracePeriod(0)
                .build();
        reactor = new AcceptingReactor(config);
        reactor.setExceptionHandler(new LoggedErrors());
    }

    private static Thread timerThread(Runnable work) {
        Thread thread = new Thread(work, "timers");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Listens for clients. To be called before the reactor runs.
     *
     * @param address port 0: any free one
     * @throws IOException when the address cannot be bound
     */
    public int listen(InetSocketAddress address, Handler handler) throws IOException {
        try {
            return reactor.listen(address, handler);
        } catch (IOException e) {
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /**
     * The time.
     *
     * @return as {@link System#nanoTime}
     */
    public long now() {
        return System.nanoTime();
    }

    /**
     * Runs a task later, with the lock held.
     *
     * @param task must not block
     */
    public void later(long delayNanos, Runnable task) {
        ScheduledFuture<?> unused = timers.schedule(() -> runLocked(task), delayNanos, TimeUnit.NANOSECONDS);
    }

    private void runLocked(Runnable task) {
        synchronized (lock) {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "a timer's task failed", e);
            }
        }
    }

    /** Connects; the connection learns of both outcomes. */
    void connect(InetSocketAddress address, Connection connection) {
        reactor.connect(address, null, connection, new ConnectFailures(connection));
    }

    /**
     * Serves until it is stopped.
     *
     * @throws IOException when the reactor fails
     */
    public void run() throws IOException {
        reactor.execute(new Events());
    }

    /**
     * Ends the reactor and every connection. For any thread.
     *
     * @throws IOException when the reactor fails
     */
    public void stop() throws IOException {
        timers.shutdownNow();
        reactor.shutdown(STOP_MILLIS);
    }

    /** Lets all further clients wait while so many are connected: a fault. */
    public void serveAtMost(int clients) {
        reactor.mostClients = clients;
    }

    private static String reason(Exception e) {
        return e == null || e.getMessage() == null ? String.valueOf(e) : e.getMessage();
    }

    /** Accepts on the thread that connects, and gives accepted channels to the one worker. */
    private static final class AcceptingReactor extends DefaultConnectingIOReactor {
        private ServerSocketChannel server;
        private final AtomicInteger clients = new AtomicInteger();
        private Handler handler;
        private volatile int mostClients = Integer.MAX_VALUE;

        AcceptingReactor(IOReactorConfig config) throws IOReactorException {
            super(config);
        }

        int listen(InetSocketAddress address, Handler requests) throws IOException {
            handler = requests;
            server = ServerSocketChannel.open();
            try {
                server.configureBlocking(false);
                server.bind(address, BACKLOG);
                registerChannel(server, SelectionKey.OP_ACCEPT);
                return server.socket().getLocalPort();
            } catch (IOException e) {
                server.close();
                throw e;
            }
        }

        @Override
        protected void processEvents(int count) throws IOReactorException {
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                SelectionKey key = keys.next();
                if (key.isValid() && key.isAcceptable()) {
                    keys.remove();
                    accept();
                }
            }
            super.processEvents(count);
        }

        /** The next client; null for none, or while there are enough. */
        private SocketChannel next() throws IOException {
            if (clients.get() >= mostClients) {
                SelectionKey key = server.keyFor(selector);
                key.interestOps(0);
                if (clients.get() >= mostClients) {
                    return null;
                }
                // One has left meanwhile, and may not have seen that another one waits.
                key.interestOps(SelectionKey.OP_ACCEPT);
            }
            SocketChannel channel = server.accept();
            if (channel != null) {
                clients.incrementAndGet();
            }
            return channel;
        }

        void left() {
            clients.decrementAndGet();
            if (mostClients < Integer.MAX_VALUE) {
                server.keyFor(selector).interestOps(SelectionKey.OP_ACCEPT);
                selector.wakeup();
            }
        }

        private void accept() {
            try {
                for (SocketChannel channel = next(); channel != null; channel = next()) {
                    channel.configureBlocking(false);
                    prepareSocket(channel.socket());
                    addChannel(new ChannelEntry(channel));
                }
            } catch (IOException e) {
                // Out of file descriptors, most likely: clients wait until one is free.
                LOG.log(System.Logger.Level.WARNING, "cannot accept a connection: {0}", e.getMessage());
            }
        }
    }

    /** Gives the events of a session to its connection. */
    private final class Events implements IOEventDispatch {
        @Override
        public void connected(IOSession session) {
            synchronized (lock) {
                Connection connection = session.getAttribute(IOSession.ATTACHMENT_KEY) instanceof Connection upstream
                        ? upstream
                        : new ClientConnection(reactor.handler);
                session.setAttribute(CONNECTION_KEY, connection);
                connection.connected(session);
            }
        }

        @Override
        public void inputReady(IOSession session) {
            synchronized (lock) {
                connection(session).inputReady();
            }
        }

        @Override
        public void outputReady(IOSession session) {
            synchronized (lock) {
                connection(session).outputReady();
            }
        }

        @Override
        public void timeout(IOSession session) {
            synchronized (lock) {
                connection(session).timedOut();
            }
        }

        @Override
        public void disconnected(IOSession session) {
            synchronized (lock) {
                connection(session).ended("the connection ended");
            }
            if (connection(session) instanceof ClientConnection) {
                reactor.left();
            }
        }

        private Connection connection(IOSession session) {
            return (Connection) session.getAttribute(CONNECTION_KEY);
        }
    }

    /** Tells a connection that it could not be made. */
    private final class ConnectFailures implements SessionRequestCallback {
        private final Connection connection;

        ConnectFailures(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void completed(SessionRequest request) {
            // The session's own event tells the connection.
        }

        @Override
        public void failed(SessionRequest request) {
            failed(reason(request.getException()));
        }

        @Override
        public void timeout(SessionRequest request) {
            failed("no connection in time");
        }

        @Override
        public void cancelled(SessionRequest request) {
            failed("cancelled");
        }

        private void failed(String why) {
            synchronized (lock) {
                connection.ended(why);
            }
        }
    }

    /** Keeps the reactor alive when one event fails. */
    private static final class LoggedErrors implements IOReactorExceptionHandler {
        @Override
        public boolean handle(IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection ended", e);
            return true;
        }

        @Override
        public boolean handle(RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "connection ended by an error of the mediator", e);
            return true;
        }
    }
}
