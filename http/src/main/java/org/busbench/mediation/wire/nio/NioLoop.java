package org.busbench.mediation.wire.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.buffer.BufferPool;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.Faults;
import org.busbench.mediation.wire.TurnLoop;
import org.busbench.mediation.wire.WireConnection;
import org.busbench.mediation.wire.WireLimits;

/** One thread with its selector. */
final class NioLoop extends TurnLoop {
    private static final System.Logger LOG = System.getLogger(NioLoop.class.getName());
    /** A close costs the kernel as much as a small message: thousands at once would hold up all that others send meanwhile. */
    private static final int MOST_CLOSED_A_TURN = 64;

    private final Selector selector = Selector.open();
    private final Flushes flushes = new Flushes();
    private final ArrayDeque<NioConnection> starved = new ArrayDeque<>();
    private final ArrayDeque<SocketChannel> ended = new ArrayDeque<>();
    private final Arena incoming;
    private final NioConnection.Outgoing outgoing = new NioConnection.Outgoing();

    NioLoop(int index, WireLimits limits) throws IOException {
        super(index, limits, new BufferPool(limits.bufferBytes(), limits.mostBuffers()));
        this.incoming = new Arena(buffers());
    }

    /** Something registered with the selector. */
    interface Ready {
        void ready();
    }

    void start() {
        startThread();
    }

    @Override
    protected void wake() {
        selector.wakeup();
    }

    @Override
    public WireConnection connect(InetSocketAddress address, ConnectionEvents events) {
        counts().dialled();
        NioConnection connection = new NioConnection(this, Channels.openOrNull(), events);
        connection.connect(address);
        return connection;
    }

    @Override
    protected void serve() throws IOException {
        try {
            while (!isDone()) {
                turn();
            }
        } finally {
            end();
        }
    }

    Selector selector() {
        return selector;
    }

    Arena incoming() {
        return incoming;
    }

    NioConnection.Outgoing outgoing() {
        return outgoing;
    }

    /** Begins to serve an accepted connection. */
    void adopt(SocketChannel channel, Acceptor acceptor) {
        NioConnection connection;
        try {
            connection = new NioConnection(this, channel, null);
        } catch (Throwable e) {
            Faults.survived("a connection was refused", e);
            Channels.close(channel);
            return;
        }
        counts().accepted();
        try {
            connection.accept(acceptor);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection was gone before it was served", e);
            connection.abort();
        } catch (Throwable e) {
            Faults.survived("a connection was refused by a fault of the mediator", e);
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

    private void turn() throws IOException {
        boolean waiting = !hasPosted() && !isDraining() && ended.isEmpty() && (starved.isEmpty() || !canRead());
        if (waiting) {
            selector.select(this::ready, millisToNextDeadline());
        } else if (isDraining() && ended.isEmpty()) {
            selector.select(this::ready, 5);
        } else {
            selector.selectNow(this::ready);
        }
        runTasks();
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

    private void endTurn() {
        flushes.flush();
        while (hasOwnTasks()) {
            runOwnTasks();
            flushes.flush();
        }
        closeEnded(MOST_CLOSED_A_TURN);
        while (!starved.isEmpty() && canRead()) {
            starved.poll().feed();
        }
        turnEnded();
    }

    private void closeEnded(int most) {
        for (int i = 0; i < most && !ended.isEmpty(); i++) {
            Channels.close(ended.poll());
        }
    }

    private boolean canRead() {
        return buffers().hasFree() || incoming.holdsIdleBuffer();
    }

    @Override
    protected void tellOfDraining() {
        for (NioConnection connection : openConnections()) {
            connection.tell(ConnectionEvents::draining);
        }
    }

    private void end() {
        endMailbox();
        runPosted();
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

        /** Counts one more connection that was served. */
        void handled() {
            ready++;
        }

        boolean areDue() {
            return arrivedBytes >= MOST_ARRIVED_BYTES || ready >= MOST_READY;
        }

        void flush() {
            arrivedBytes = 0;
            ready = 0;
            // The events of one flushed connection may fill another.
            for (int i = 0; i < planned.size(); i++) {
                planned.get(i).flush();
            }
            planned.clear();
        }
    }
}
