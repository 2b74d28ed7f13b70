package org.busbench.mediation.wire.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.buffer.BufferPool;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.DeadlineWheel;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.LoopCounter;
import org.busbench.mediation.wire.LoopCounts;
import org.busbench.mediation.wire.Mailbox;
import org.busbench.mediation.wire.WireConnection;
import org.busbench.mediation.wire.WireLimits;

/** One thread with its selector. All that it owns is touched by no other thread; only {@link #execute}, start, stop and join are for others. */
final class NioLoop implements EventLoop, Runnable {
    private static final System.Logger LOG = System.getLogger(NioLoop.class.getName());
    /** A close costs the kernel as much as a small message: thousands at once would hold up all that others send meanwhile. */
    private static final int MOST_CLOSED_A_TURN = 64;

    private final int index;
    private final WireLimits limits;
    private final Selector selector = Selector.open();
    private final Thread thread;
    private final Mailbox mailbox = new Mailbox(selector::wakeup);
    private final ArrayDeque<Runnable> ownTasks = new ArrayDeque<>();
    private final Flushes flushes = new Flushes();
    private final ArrayDeque<NioConnection> starved = new ArrayDeque<>();
    private final ArrayDeque<SocketChannel> ended = new ArrayDeque<>();
    private final DeadlineWheel wheel = new DeadlineWheel(System.nanoTime());
    private final BufferPool buffers;
    private final Arena incoming;
    private final Outgoing outgoing = new Outgoing();
    private final LoopCounter counts = new LoopCounter();
    private long iterationNanos = System.nanoTime();
    private boolean inTurn;
    private boolean draining;
    private long stopAtNanos;
    private volatile boolean endedByItself = true;

    NioLoop(int index, WireLimits limits) throws IOException {
        this.index = index;
        this.limits = limits;
        this.buffers = new BufferPool(limits.bufferBytes(), limits.mostBuffers());
        this.incoming = new Arena(buffers);
        this.thread = new Thread(this, "loop-" + index);
    }

    /** Something registered with the selector. */
    interface Ready {
        void ready();
    }

    void start() {
        thread.start();
    }

    void stop(Duration patience) {
        execute(() -> drain(patience.toNanos()));
    }

    boolean join() throws InterruptedException {
        thread.join();
        return endedByItself;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public void execute(Runnable task) {
        mailbox.post(task);
    }

    @Override
    public WireConnection connect(InetSocketAddress address, ConnectionEvents events) {
        counts.dialled();
        NioConnection connection = new NioConnection(this, Channels.openOrNull(), events);
        connection.connect(address);
        return connection;
    }

    @Override
    public Deadline deadline(Runnable action) {
        return wheel.deadline(() -> run(action));
    }

    @Override
    public BufferPool buffers() {
        return buffers;
    }

    @Override
    public boolean isDraining() {
        return draining;
    }

    @Override
    public int buffersInUse() {
        return buffers.inUse();
    }

    @Override
    public int connections() {
        return counts.open();
    }

    @Override
    public long iterationNanos() {
        return iterationNanos;
    }

    @Override
    public void beforeIterationEnds(Runnable task) {
        ownTasks.add(task);
    }

    @Override
    public LoopCounts reading() {
        return counts.reading(buffers);
    }

    @Override
    public void run() {
        try {
            while (!isDone()) {
                turn();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "the selector failed; loop " + index + " serves no longer", e);
            endedByItself = false;
        } finally {
            end();
        }
    }

    Selector selector() {
        return selector;
    }

    WireLimits limits() {
        return limits;
    }

    Arena incoming() {
        return incoming;
    }

    Outgoing outgoing() {
        return outgoing;
    }

    /** Begins to serve an accepted connection. */
    void adopt(SocketChannel channel, Acceptor acceptor) {
        counts.accepted();
        NioConnection connection = new NioConnection(this, channel, null);
        try {
            connection.accept(acceptor);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection was gone before it was served", e);
            connection.abort();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a connection was refused by a fault of the mediator", e);
            connection.abort();
        }
    }

    Flushes flushes() {
        return flushes;
    }

    /** Gives back the descriptor of a connection that has ended: at the end of this turn, or later when many end at once. */
    void close(SocketChannel channel) {
        ended.add(channel);
    }

    /** Has a connection read again when there are buffers. */
    void starve(NioConnection connection) {
        starved.add(connection);
    }

    LoopCounter counts() {
        return counts;
    }

    private void turn() throws IOException {
        boolean waiting = mailbox.isEmpty() && !draining && ended.isEmpty() && (starved.isEmpty() || !canRead());
        if (waiting) {
            selector.select(this::ready, wheel.millisToNext());
        } else if (draining && ended.isEmpty()) {
            selector.select(this::ready, 5);
        } else {
            selector.selectNow(this::ready);
        }
        beginTurn();
        mailbox.empty(this::run);
        wheel.turn();
        endTurn();
    }

    private void ready(SelectionKey key) {
        beginTurn();
        ((Ready) key.attachment()).ready();
        flushes.handled();
        if (flushes.areDue()) {
            flushes.flush();
        }
    }

    /** The time stands still within a turn, and the wait for what is ready does not belong to it. */
    private void beginTurn() {
        if (!inTurn) {
            inTurn = true;
            iterationNanos = System.nanoTime();
            wheel.now(iterationNanos);
        }
    }

    private void endTurn() {
        do {
            for (Runnable task = ownTasks.poll(); task != null; task = ownTasks.poll()) {
                run(task);
            }
            flushes.flush();
        } while (!ownTasks.isEmpty());
        closeEnded(MOST_CLOSED_A_TURN);
        while (!starved.isEmpty() && canRead()) {
            starved.poll().feed();
        }
        inTurn = false;
    }

    private void closeEnded(int most) {
        for (int i = 0; i < most && !ended.isEmpty(); i++) {
            Channels.close(ended.poll());
        }
    }

    private boolean canRead() {
        return buffers.hasFree() || incoming.holdsIdleBuffer();
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a task failed on loop " + index, e);
        }
    }

    private void drain(long patienceNanos) {
        draining = true;
        stopAtNanos = System.nanoTime() + patienceNanos;
        for (NioConnection connection : openConnections()) {
            connection.tell(ConnectionEvents::draining);
        }
    }

    private boolean isDone() {
        if (!draining) {
            return false;
        }
        if (counts.open() == 0) {
            return true;
        }
        if (System.nanoTime() - stopAtNanos < 0) {
            return false;
        }
        endedByItself = false;
        return true;
    }

    private void end() {
        mailbox.end();
        // What was handed in before the end may own bodies.
        mailbox.empty(this::run);
        breakAll();
        closeEnded(Integer.MAX_VALUE);
        incoming.rest();
        Channels.close(selector);
    }

    private void breakAll() {
        for (NioConnection connection : openConnections()) {
            connection.fail(new IOException("the mediator stops"));
        }
        endTurn();
    }

    private List<NioConnection> openConnections() {
        return selector.keys().stream()
                .map(SelectionKey::attachment)
                .filter(NioConnection.class::isInstance)
                .map(NioConnection.class::cast)
                .toList();
    }

    /**
     * The connections that have something to send in this turn. They are sent to together, at its end, so that the peers wake once for many messages; but
     * before that when so much has arrived that the first of it would leave the processor's cache before it is sent on, or when so many connections were
     * ready that the first of them would wait for the last. One for each loop.
     */
    static final class Flushes {
        private static final int MOST_ARRIVED_BYTES = 64 << 10;
        private static final int MOST_READY = 256;

        private final List<NioConnection> planned = new ArrayList<>();
        private int arrivedBytes;
        private int ready;

        void plan(NioConnection connection) {
            planned.add(connection);
        }

        void arrived(int bytes) {
            arrivedBytes += bytes;
        }

        /** One more connection that was ready has been served. */
        void handled() {
            ready++;
        }

        boolean areDue() {
            return arrivedBytes >= MOST_ARRIVED_BYTES || ready >= MOST_READY;
        }

        void flush() {
            arrivedBytes = 0;
            ready = 0;
            // What is told while one connection is flushed may fill another.
            for (int i = 0; i < planned.size(); i++) {
                planned.get(i).flush();
            }
            planned.clear();
        }
    }

    /**
     * Sends queues straight from the buffers in which the bytes arrived. A few small slices, as a head and its body, are put together first: to
     * copy some KB costs less than to describe the pieces to the kernel. One for each loop.
     */
    static final class Outgoing {
        private static final int MOST_COPIED_BYTES = 16 << 10;
        private static final int MOST_GATHERED = 64;

        private final ByteBuffer together = ByteBuffer.allocateDirect(MOST_COPIED_BYTES);

        /**
         * Sends what the socket takes and releases it.
         *
         * @return how many bytes it took
         */
        long send(SliceQueue queue, SocketChannel channel) throws IOException {
            long sent = 0;
            while (!queue.isEmpty()) {
                long offered = offered(queue);
                long taken = write(queue, channel);
                queue.drop(taken);
                sent += taken;
                if (taken < offered) {
                    break;
                }
            }
            return sent;
        }

        private static long offered(SliceQueue queue) {
            if (queue.size() <= MOST_GATHERED) {
                return queue.bytes();
            }
            long bytes = 0;
            for (int i = 0; i < MOST_GATHERED; i++) {
                bytes += queue.get(i).length();
            }
            return bytes;
        }

        private long write(SliceQueue queue, SocketChannel channel) throws IOException {
            if (queue.size() == 1) {
                return channel.write(queue.get(0).view());
            }
            if (queue.bytes() <= MOST_COPIED_BYTES && queue.size() <= MOST_GATHERED) {
                together.clear();
                queue.copyTo(together);
                return channel.write(together.flip());
            }
            ByteBuffer[] views = new ByteBuffer[Math.min(queue.size(), MOST_GATHERED)];
            for (int i = 0; i < views.length; i++) {
                views[i] = queue.get(i).ownView();
            }
            return channel.write(views);
        }
    }
}
