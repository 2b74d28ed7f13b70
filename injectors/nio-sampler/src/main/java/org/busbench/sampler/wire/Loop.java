package org.busbench.sampler.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.busbench.common.client.Fault;
import org.busbench.common.client.RequestConnection;
import org.busbench.common.http.MessageParser;

/**
 * A share of a load: one thread's connections, and what it counts. {@link #run} is called again and again by that thread
 * and blocks in the selector alone; {@link #wakeup} may be called by any thread.
 *
 * <pre>
 * loop.run(untilNanoTime);   // while !loop.isOver()
 * loop.stop();               // begin no more
 * loop.run(untilNanoTime);   // answers still come in, while loop.inFlight() &gt; 0
 * loop.close();              // what has come is read, the rest is counted as unfinished
 * </pre>
 */
public final class Loop implements Closeable {
    private static final int NANOS_PER_MILLI = 1_000_000;
    /** More than a socket's buffers need to be read; a peer that sends on and on is not waited for. */
    private static final long LAST_LOOK_NANOS = 100L * NANOS_PER_MILLI;

    private final List<Destination> destinations;
    private final Selector selector;
    private final RequestConnection.Input input = new RequestConnection.Input();
    private final Deadlines connecting;
    private final Deadlines answering;
    private final List<SamplerConnection> connections = new ArrayList<>();
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private final Pacing pacing;
    private final Alarm alarm;
    private int inFlight;

    /**
     * A loop that has not begun.
     *
     * @param destinations who is asked: several share the users of a closed loop, who are dealt to them in turn; their time
     *     limits are those of the first
     * @throws IOException when there are no files left to open
     */
    public Loop(List<Destination> destinations, LoadShare share) throws IOException {
        if (destinations.isEmpty() || (share.isOpen() && destinations.size() > 1)) {
            throw new IllegalArgumentException(
                    destinations.size() + " destinations of " + (share.isOpen() ? "an open" : "a closed")
                            + " loop: an open one has one, a closed one at least one");
        }
        this.destinations = List.copyOf(destinations);
        this.connecting = new Deadlines(first().settings().connectTimeout().toNanos());
        this.answering = new Deadlines(first().settings().answerTimeout().toNanos());
        this.selector = Selector.open();
        this.pacing = Pacing.of(this, share);
        this.alarm = share.isOpen() ? new Alarm(selector) : null;
    }

    private Destination first() {
        return destinations.get(0);
    }

    /**
     * Sends and receives.
     *
     * @param until when to return; it returns earlier when all requests are over
     * @throws IOException when the selector fails
     */
    public void run(long until) throws IOException {
        long now = System.nanoTime();
        while (until - now > 0 && !isOver() && !Thread.currentThread().isInterrupted()) {
            long next = pacing.begin(now);
            long wait = Math.min(until - now, next);
            wait = Math.min(wait, first().settings().connectTimeout().isZero() ? wait : connecting.expire(now));
            wait = Math.min(wait, answering.expire(now));
            if (alarm != null && next == wait) {
                alarm.wakeAt(now + next);
            }
            long millis = (wait + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
            if (millis > 0) {
                selector.select(dispatch, millis);
            } else {
                selector.selectNow(dispatch);
            }
            now = System.nanoTime();
        }
    }

    private void dispatch(SelectionKey key) {
        if (key.isValid()) {
            ((RequestConnection) key.attachment()).ready();
        }
    }

    /** Begins no more requests. Requests of an open loop that are overdue are counted as unsent. */
    public void stop() {
        pacing.stop(System.nanoTime());
    }

    /** Makes a {@link #run} that waits look at its thread's interrupt status. */
    public void wakeup() {
        selector.wakeup();
    }

    /** Whether all requests were begun and are over. */
    public boolean isOver() {
        return pacing.isOver() && inFlight == 0;
    }

    /** Requests that were begun and are not over. */
    public int inFlight() {
        return inFlight;
    }

    /** Reads what has come, counts the rest of what is in flight as unfinished and closes all connections. */
    @Override
    public void close() throws IOException {
        if (!selector.isOpen()) {
            return;
        }
        pacing.stop(System.nanoTime());
        readWhatHasCome();
        for (SamplerConnection connection : connections) {
            if (connection.abandon()) {
                connection.destination().unfinished();
                inFlight--;
            }
        }
        if (alarm != null) {
            alarm.close();
        }
        selector.close();
    }

    /**
     * A response that this process was kept from reading is not the peer's fault. Nothing is sent any more: it would
     * reach the backend, and its response would not be waited for.
     */
    private void readWhatHasCome() throws IOException {
        boolean interrupted = Thread.interrupted(); // or reading would close the channel
        try {
            long end = System.nanoTime() + LAST_LOOK_NANOS;
            int ready;
            do {
                ready = selector.selectNow(this::dispatchAnswer);
            } while (ready > 0 && inFlight > 0 && end - System.nanoTime() > 0);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void dispatchAnswer(SelectionKey key) {
        if (key.isValid() && key.isReadable()) {
            dispatch(key);
        }
    }

    /** A connection to the destination whose turn it is. */
    SamplerConnection newConnection() {
        Destination next = destinations.get(connections.size() % destinations.size());
        SamplerConnection connection = new SamplerConnection(this, next);
        connections.add(connection);
        return connection;
    }

    RequestConnection connection(Destination destination, MessageParser parser, SamplerConnection user) {
        return new RequestConnection(selector, input, destination.server(), parser, user);
    }

    /** Connections that are being opened; their deadlines count only when there is a limit. */
    Deadlines connecting() {
        return connecting;
    }

    Deadlines answering() {
        return answering;
    }

    boolean limitsAnswers() {
        return !first().settings().answerTimeout().isZero();
    }

    void began(Destination destination) {
        destination.sent();
        inFlight++;
    }

    void verified(Destination destination, SampledExchange exchange) {
        inFlight--;
        destination.verified(exchange);
    }

    void failed(Destination destination, SampledExchange exchange, Fault fault) {
        inFlight--;
        destination.failed(exchange, fault);
    }

    void unsent(long number) {
        first().unsent(number);
    }

    void free(SamplerConnection connection, long now, boolean connected) {
        pacing.free(connection, now, connected);
    }

    /**
     * Wakes a loop at a time more exact than the selector's milliseconds. A thread of its own that sleeps; the loop's thread
     * sets the time.
     */
    private static final class Alarm implements AutoCloseable {
        private static final long NEVER = Long.MAX_VALUE;
        private static final long LONGEST_SLEEP = 1_000_000_000L;

        private final Selector selector;
        private final long epoch = System.nanoTime();
        private final Thread thread = new Thread(this::run, "nio-pacer");
        private final AtomicLong wakeAt = new AtomicLong(NEVER);
        private volatile long sleepsUntil = NEVER;
        private volatile boolean closed;

        private Alarm(Selector selector) {
            this.selector = selector;
            thread.setDaemon(true);
            thread.start();
        }

        /** Wakes the selector once at this time. */
        void wakeAt(long nanoTime) {
            long at = nanoTime - epoch;
            wakeAt.set(at);
            if (at < sleepsUntil) {
                LockSupport.unpark(thread);
            }
        }

        private void run() {
            long guess = NEVER;
            long before = 0;
            while (!closed) {
                long at = Math.min(wakeAt.get(), guess);
                long now = System.nanoTime() - epoch;
                long sleep = Math.min(at - now, LONGEST_SLEEP);
                if (sleep > 0) {
                    sleepsUntil = now + sleep;
                    LockSupport.parkNanos(this, Math.min(wakeAt.get() - now, sleep));
                    continue;
                }
                guess = NEVER;
                if (wakeAt.compareAndSet(at, NEVER)) {
                    // At an even rate the next time is as far away as this one was: then this thread need not be woken.
                    guess = at + (at - before);
                    before = at;
                    selector.wakeup();
                }
            }
        }

        @Override
        public void close() {
            closed = true;
            LockSupport.unpark(thread);
        }
    }
}
