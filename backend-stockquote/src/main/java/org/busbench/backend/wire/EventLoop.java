package org.busbench.backend.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** One thread with its selector, timers and buffers. What it owns is touched by no other thread. */
final class EventLoop implements Runnable {
    private static final System.Logger LOG = System.getLogger(EventLoop.class.getName());
    private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long STOPPING_MILLIS = 10;
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Timers timers = new Timers();
    private final BufferPool buffers = new BufferPool(8 << 10);
    private final BufferPool tlsBuffers = new BufferPool(TlsSocket.BUFFER_BYTES);
    private final OutputBuffer.Scratch scratch = new OutputBuffer.Scratch();
    private final ResponseHold hold;
    private final Queue<Runnable> held = new ArrayDeque<>();
    private long now = System.nanoTime();
    private boolean stopping;
    private long stopAtNanos;

    EventLoop(String name, ResponseHold hold) throws IOException {
        this.hold = hold;
        selector = Selector.open();
        hold.onRelease(selector::wakeup);
        thread = new Thread(this, name);
    }

    /** Something that may fail for the connection it is done for. */
    interface Action {
        void run() throws IOException;
    }

    void start() {
        thread.start();
    }

    /** Asks the loop to end its connections; returns at once. */
    void stop() {
        execute(() -> {
            stopping = true;
            stopAtNanos = now + DRAIN_NANOS;
        });
    }

    /** Waits until the thread has ended. */
    void join() {
        try {
            thread.join(TimeUnit.NANOSECONDS.toMillis(2 * DRAIN_NANOS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs a task on the loop's thread. */
    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    /** Begins to serve an accepted connection. Called on the loop's thread. */
    void adopt(SocketChannel channel, RequestHandler handler) {
        try {
            channel.configureBlocking(false);
            channel.socket().setTcpNoDelay(true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new ClientConnection(channel, key, handler));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection was gone before it was served", e);
            closeQuietly(channel);
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "a connection is not served for a fault of the backend", e);
            closeQuietly(channel);
        }
    }

    Selector selector() {
        return selector;
    }

    Timers timers() {
        return timers;
    }

    BufferPool buffers() {
        return buffers;
    }

    BufferPool tlsBuffers() {
        return tlsBuffers;
    }

    ResponseHold hold() {
        return hold;
    }

    /** Whether answers are held back in this turn. */
    boolean isHeld() {
        return hold.isActive(now) && !stopping;
    }

    /** Runs a task on this thread when answers are not held back any more. */
    void whenReleased(Runnable task) {
        held.add(task);
    }

    OutputBuffer.Scratch scratch() {
        return scratch;
    }

    /** Returns the time at which this turn began. */
    long now() {
        return now;
    }

    boolean isStopping() {
        return stopping;
    }

    /** Does something for a connection; when it fails, the connection ends and nothing else does. */
    void guard(ClientConnection connection, Action action) {
        try {
            action.run();
            return;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection ended by its client", e);
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "connection ended by a fault of the backend", e);
        }
        scratch.clear();
        end(connection);
    }

    @Override
    public void run() {
        timers.add(now + SWEEP_NANOS, this::sweep);
        try {
            while (!isDone()) {
                turn();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "the selector failed; this loop serves no longer", e);
        } finally {
            closeAll();
        }
    }

    /** A fault, also a lack of memory, ends neither the loop nor what it serves: who asks for the counters must get them. */
    private void turn() throws IOException {
        try {
            selector.select(this::ready, millisToNext());
            now = System.nanoTime();
            runTasks();
            timers.run(now);
            releaseHeld();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "a turn of the loop ended by a fault of the backend", e);
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof ClientConnection connection) {
            guard(connection, connection::ready);
        } else if (key.attachment() instanceof Listener listener) {
            listener.accept();
        }
    }

    private long millisToNext() {
        if (stopping) {
            return STOPPING_MILLIS;
        }
        long timer = timers.millisToNext(now);
        if (held.isEmpty()) {
            return timer;
        }
        long holdMillis = hold.millisLeft(now);
        return timer == 0 ? holdMillis : Math.min(timer, holdMillis);
    }

    private void releaseHeld() {
        if (!isHeld()) {
            for (Runnable task = held.poll(); task != null; task = held.poll()) {
                task.run();
            }
        }
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void sweep() {
        timers.add(now + SWEEP_NANOS, this::sweep);
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof ClientConnection connection
                    && connection.isStalledSince(now - STALL_NANOS)) {
                end(connection);
            }
        }
    }

    private boolean isDone() {
        if (!stopping) {
            return false;
        }
        boolean open = false;
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof ClientConnection connection && connection.isIdle()) {
                end(connection);
            } else {
                open |= key.isValid();
            }
        }
        return !open || now - stopAtNanos >= 0;
    }

    private void closeAll() {
        for (SelectionKey key : selector.keys()) {
            closeQuietly(key.channel());
        }
        closeQuietly(selector);
    }

    private static void end(ClientConnection connection) {
        closeQuietly(connection::close);
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing failed", e);
        }
    }

    /** Tasks of one loop that are due later: a heap, so that thousands cost neither a thread nor a scan. For one thread. */
    static final class Timers {
        private static final long NANOS_PER_MILLI = 1_000_000;

        private final PriorityQueue<Timer> heap = new PriorityQueue<>();
        private long order;

        /** Adds a task; tasks due at the same moment run in the order in which they were added. */
        void add(long dueNanos, Runnable task) {
            heap.add(new Timer(dueNanos, order++, task));
        }

        void run(long nowNanos) {
            while (!heap.isEmpty() && heap.peek().dueNanos - nowNanos <= 0) {
                heap.poll().task.run();
            }
        }

        /** Returns how long to wait for the next task in milliseconds, at least 1; 0 when there is none. */
        long millisToNext(long nowNanos) {
            if (heap.isEmpty()) {
                return 0;
            }
            long nanos = heap.peek().dueNanos - nowNanos;
            return Math.max(1, (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
        }

        private record Timer(long dueNanos, long order, Runnable task) implements Comparable<Timer> {
            @Override
            public int compareTo(Timer other) {
                int byTime = Long.signum(dueNanos - other.dueNanos);
                return byTime != 0 ? byTime : Long.compare(order, other.order);
            }
        }
    }
}
