package org.busbench.mediation.wire.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.Faults;
import org.busbench.mediation.wire.WireConnection;

/** A connection on a channel. For the loop's thread; never blocks. */
final class NioConnection implements WireConnection, NioLoop.Ready {
    private static final int LEAST_ROOM_BYTES = 16 << 10;
    private static final int READS_A_TURN = 2;
    private static final int READS_OF_THE_REST = 64;

    private final NioLoop loop;
    private final SocketChannel channel;
    private final Backlog backlog;
    private final Interest interest = new Interest();
    private final Deadline deadline;
    private ConnectionEvents events;
    private boolean accepted;
    private boolean flushPlanned;
    private boolean endingOutput;
    private boolean closing;
    private boolean closed;

    NioConnection(NioLoop loop, SocketChannel channel, ConnectionEvents events) {
        this.loop = loop;
        this.events = events;
        this.backlog = new Backlog(loop.limits().congestedBytes());
        this.channel = channel;
        this.deadline = loop.deadline(() -> tell(ConnectionEvents::expired));
    }

    /** Begins to serve an accepted connection. */
    void accept(Acceptor acceptor) throws IOException {
        accepted = true;
        interest.register(channel, loop.selector(), this);
        events = acceptor.accepted(loop, this);
        if (loop.isDraining()) {
            tell(ConnectionEvents::draining);
        }
    }

    /** Begins to connect; fails, in this turn, with a channel that is null. */
    void connect(InetSocketAddress address) {
        interest.connecting(true);
        try {
            interest.register(channel, loop.selector(), this);
            if (channel.connect(address)) {
                loop.beforeIterationEnds(this::finishConnect);
            }
        } catch (Throwable e) {
            loop.beforeIterationEnds(() -> fail(new IOException("cannot connect to " + address + ": " + e, e)));
        }
    }

    @Override
    public void ready() {
        try {
            int ops = closed ? 0 : interest.key.readyOps();
            if ((ops & SelectionKey.OP_CONNECT) != 0) {
                finishConnect();
            }
            if ((ops & SelectionKey.OP_WRITE) != 0) {
                flush();
            }
            if ((ops & SelectionKey.OP_READ) != 0) {
                read();
            }
        } catch (Throwable e) {
            broken(e);
        }
    }

    @Override
    public InetSocketAddress peer() {
        return Channels.peerOrNull(channel);
    }

    @Override
    public void queue(Slice slice) {
        if (closed || closing || endingOutput) {
            slice.release();
            return;
        }
        backlog.unsent.add(slice);
        planFlush();
    }

    @Override
    public long unsentBytes() {
        return backlog.unsent.bytes();
    }

    @Override
    public long sentBytes() {
        return backlog.sent;
    }

    @Override
    public void takeUnsent(SliceQueue target) {
        target.addAll(backlog.unsent);
    }

    @Override
    public void suspendReading() {
        interest.suspended(true);
    }

    @Override
    public void resumeReading() {
        interest.suspended(false);
    }

    @Override
    public void endOutput() {
        endingOutput = true;
        planFlush();
    }

    @Override
    public void close() {
        if (closed || closing) {
            return;
        }
        closing = true;
        if (interest.connecting) {
            release();
        } else {
            interest.inputOver();
            planFlush();
        }
    }

    @Override
    public void abort() {
        if (!closed) {
            Channels.resetOnClose(channel);
            release();
        }
    }

    @Override
    public boolean isOpen() {
        return !closed && !closing;
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    /** Sends what is queued, at the end of a turn or when the socket has room again. */
    void flush() {
        flushPlanned = false;
        if (closed || interest.connecting) {
            return;
        }
        try {
            loop.counts().sent(backlog.send(loop.outgoing(), channel));
            interest.blocked(!backlog.unsent.isEmpty());
            if (backlog.unsent.isEmpty() && closing) {
                release();
                return;
            }
            if (backlog.unsent.isEmpty() && endingOutput) {
                channel.shutdownOutput();
            }
        } catch (IOException e) {
            // The peer may have answered before it went: what it said is still there.
            readRest();
            fail(e);
            return;
        } catch (Throwable e) {
            broken(e);
            return;
        }
        if (backlog.hasTurned()) {
            tell(backlog.congested ? ConnectionEvents::congested : ConnectionEvents::drained);
        }
    }

    /** There is memory to read into again. */
    void feed() {
        interest.starving(false);
    }

    void fail(IOException cause) {
        if (closed) {
            return;
        }
        end();
        if (!closing) {
            tellAlways(listener -> listener.failed(cause));
        }
        backlog.unsent.clear();
    }

    private void finishConnect() {
        if (closed || !interest.connecting) {
            return;
        }
        try {
            if (channel.isConnected() || channel.finishConnect()) {
                interest.connecting(false);
                planFlush();
                tell(ConnectionEvents::connected);
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private void read() {
        boolean more = true;
        for (int i = 0; i < READS_A_TURN && more && interest.isReading() && isOpen(); i++) {
            more = readOnce();
        }
    }

    /** Returns whether there may be more to read. */
    private boolean readOnce() {
        ByteBuffer room = loop.incoming().room(LEAST_ROOM_BYTES);
        if (room == null) {
            interest.starving(true);
            loop.starve(this);
            return false;
        }
        int most = room.remaining();
        int count;
        try {
            count = channel.read(room);
        } catch (IOException e) {
            fail(e);
            return false;
        }
        if (count < 0) {
            interest.inputOver();
            tell(ConnectionEvents::ended);
            return false;
        }
        if (count > 0) {
            loop.counts().received(count);
            loop.flushes().arrived(count);
            Slice bytes = loop.incoming().take(count);
            tell(listener -> listener.received(bytes));
        }
        return count == most;
    }

    private void readRest() {
        for (int i = 0; i < READS_OF_THE_REST && isOpen() && !interest.inputOver; i++) {
            readOnce();
        }
    }

    private void planFlush() {
        if (!flushPlanned && !closed && !interest.connecting) {
            flushPlanned = true;
            loop.flushes().plan(this);
        }
    }

    void tell(Consumer<ConnectionEvents> event) {
        if (!closed) {
            tellAlways(event);
        }
    }

    private void tellAlways(Consumer<ConnectionEvents> event) {
        try {
            event.accept(events);
        } catch (Throwable e) {
            broken(e);
        }
    }

    private void broken(Throwable cause) {
        Faults.survived("a connection was ended by a fault of the mediator", cause);
        fail(new IOException("a fault of the mediator", cause));
    }

    /** Closes without a word to anybody. */
    private void release() {
        end();
        backlog.unsent.clear();
    }

    private void end() {
        closed = true;
        deadline.cancel();
        loop.counts().closed(accepted);
        if (channel != null) {
            loop.close(channel);
        }
    }

    /** The bytes that one connection still has to send, and whether they are too many. */
    static final class Backlog {
        private final SliceQueue unsent = new SliceQueue();
        private final int bound;
        private long sent;
        private boolean congested;

        Backlog(int congestedBytes) {
            this.bound = congestedBytes;
        }

        /** Returns how many bytes the socket has taken. */
        long send(Outgoing outgoing, SocketChannel channel) throws IOException {
            long taken = outgoing.send(unsent, channel);
            sent += taken;
            return taken;
        }

        /** Returns whether it has become too much, or has ceased to be, since this was asked last. */
        boolean hasTurned() {
            if (congested ? unsent.bytes() <= bound / 2 : unsent.bytes() > bound) {
                congested = !congested;
                return true;
            }
            return false;
        }
    }

    /** The events of the selector that a connection wants. The kernel hears of them only when they change. */
    static final class Interest {
        private SelectionKey key;
        private int current;
        private boolean connecting;
        private boolean suspended;
        private boolean starving;
        private boolean inputOver;
        private boolean blocked;

        void register(SocketChannel channel, Selector selector, NioLoop.Ready ready) throws IOException {
            if (channel == null) {
                throw new IOException("the system has no descriptor left");
            }
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            current = wanted();
            key = channel.register(selector, current, ready);
        }

        boolean isReading() {
            return !suspended && !starving && !inputOver;
        }

        void connecting(boolean now) {
            connecting = now;
            update();
        }

        /** Whether the receiver asked for no bytes. */
        void suspended(boolean now) {
            suspended = now;
            update();
        }

        /** Whether there is no memory to read into. */
        void starving(boolean now) {
            starving = now;
            update();
        }

        /** No bytes come any more, or the reader does not want them. */
        void inputOver() {
            inputOver = true;
            update();
        }

        /** Whether the socket took less than it was offered. */
        void blocked(boolean now) {
            blocked = now;
            update();
        }

        private int wanted() {
            if (connecting) {
                return SelectionKey.OP_CONNECT;
            }
            int read = isReading() ? SelectionKey.OP_READ : 0;
            return blocked ? read | SelectionKey.OP_WRITE : read;
        }

        private void update() {
            int wanted = wanted();
            if (key != null && wanted != current && key.isValid()) {
                current = wanted;
                key.interestOps(wanted);
            }
        }
    }

    /**
     * Sends queues straight from the buffers in which the bytes arrived. A few small slices, as a head and its body, are put together first: to
     * copy some KB costs less than to describe the pieces to the kernel. One for each loop.
     */
    static final class Outgoing {
        private static final int MOST_COPIED_BYTES = 16 << 10;
        private static final int MOST_GATHERED = 64;

        /** The JDK copies all that it is offered of the heap, however little the socket takes. */
        private static final int MOST_OFFERED_BYTES = 512 << 10;
        /** Others are served before the rest of a long body. */
        private static final int MOST_A_TURN_BYTES = 2 << 20;

        private long offered;
        private final ByteBuffer together = ByteBuffer.allocateDirect(MOST_COPIED_BYTES);

        /** Sends what the socket takes, releases it, and says how many bytes it took. */
        long send(SliceQueue queue, SocketChannel channel) throws IOException {
            long sent = 0;
            while (!queue.isEmpty() && sent < MOST_A_TURN_BYTES) {
                long taken = write(queue, channel);
                queue.drop(taken);
                sent += taken;
                if (taken < offered) {
                    break;
                }
            }
            return sent;
        }

        private long write(SliceQueue queue, SocketChannel channel) throws IOException {
            offered = queue.bytes();
            if (queue.size() == 1 && offered <= MOST_OFFERED_BYTES) {
                return channel.write(queue.get(0).view());
            }
            if (offered <= MOST_COPIED_BYTES && queue.size() <= MOST_GATHERED) {
                together.clear();
                queue.copyTo(together);
                return channel.write(together.flip());
            }
            ByteBuffer[] views = new ByteBuffer[Math.min(queue.size(), MOST_GATHERED)];
            offered = 0;
            int count = 0;
            for (; count < views.length && offered < MOST_OFFERED_BYTES; count++) {
                ByteBuffer view = queue.get(count).ownView();
                view.limit(view.position() + (int) Math.min(view.remaining(), MOST_OFFERED_BYTES - offered));
                offered += view.remaining();
                views[count] = view;
            }
            return channel.write(views, 0, count);
        }
    }
}
