package org.busbench.sampler.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.common.DataRows;
import org.busbench.sampler.message.Expectation;
import org.busbench.sampler.message.Fault;
import org.busbench.sampler.message.Fields;
import org.busbench.sampler.message.Needles;
import org.busbench.sampler.message.RequestBuffers;
import org.busbench.sampler.message.RequestTemplate;
import org.busbench.sampler.record.Contents;
import org.busbench.sampler.record.Tally;

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
    /** More than a socket's buffers need to be read; whoever sends on and on is not waited for. */
    private static final long LAST_LOOK_NANOS = 100L * NANOS_PER_MILLI;

    private final Settings settings;
    private final DataRows rows;
    private final RequestBuffers requests;
    private final Needles needles;
    private final Contents contents;
    private final Tally tally;
    private final Outcomes outcomes;
    private final Selector selector;
    private final Input input = new Input();
    private final Chunks chunks = new Chunks();
    private final Deadlines connecting;
    private final Deadlines answering;
    private final List<Connection> connections = new ArrayList<>();
    private final Consumer<SelectionKey> dispatch = this::dispatch;
    private final Pace pace;
    private final Pacer pacer;
    private int inFlight;
    private boolean looksBeforeReuse;

    /**
     * A loop that has not begun.
     *
     * @param settings how requests travel
     * @param share which users, at which pace
     * @param rows the requests' values
     * @param request the requests
     * @param expectation what answers must hold
     * @param contents with which whole answers are compared
     * @param tally counts of this loop alone
     * @param outcomes is told of each request that is over
     * @throws IOException when there are no files left to open
     */
    public Loop(
            Settings settings,
            Share share,
            DataRows rows,
            RequestTemplate request,
            Expectation expectation,
            Contents contents,
            Tally tally,
            Outcomes outcomes)
            throws IOException {
        this.settings = settings;
        this.rows = rows;
        this.requests = new RequestBuffers(request);
        this.needles = new Needles(expectation);
        this.contents = contents;
        contents.ofKinds(rows.kinds());
        this.tally = tally;
        this.outcomes = outcomes;
        this.connecting = new Deadlines(settings.connectTimeout().toNanos());
        this.answering = new Deadlines(settings.answerTimeout().toNanos());
        this.selector = Selector.open();
        this.pace = share.isOpen() ? new OpenPace(this, share) : new ClosedPace(this, share);
        this.pacer = share.isOpen() ? new Pacer(selector) : null;
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
            long next = pace.begin(now);
            long wait = Math.min(until - now, next);
            wait = Math.min(wait, settings.connectTimeout().isZero() ? wait : connecting.expire(now));
            wait = Math.min(wait, answering.expire(now));
            if (pacer != null && next == wait) {
                pacer.wakeAt(now + next);
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
            ((Connection) key.attachment()).ready(key);
        }
    }

    /** Begins no more requests. Requests of an open loop that are overdue are counted as unsent. */
    public void stop() {
        pace.stop(System.nanoTime());
    }

    /** Makes a {@link #run} that waits look at its thread's interrupt status. */
    public void wakeup() {
        selector.wakeup();
    }

    /**
     * Whether all requests were begun and are over.
     *
     * @return true when there is nothing left to do
     */
    public boolean isOver() {
        return pace.isOver() && inFlight == 0;
    }

    /**
     * Requests that were begun and are not over.
     *
     * @return their number
     */
    public int inFlight() {
        return inFlight;
    }

    /** Reads what has come, counts the rest of what is in flight as unfinished and closes all connections. */
    @Override
    public void close() throws IOException {
        if (!selector.isOpen()) {
            return;
        }
        pace.stop(System.nanoTime());
        readWhatHasCome();
        for (Connection connection : connections) {
            if (connection.abandon()) {
                tally.unfinished();
                inFlight--;
            }
        }
        if (pacer != null) {
            pacer.close();
        }
        selector.close();
    }

    /**
     * That this process was kept from reading an answer is not the fault of who gave it. Nothing is sent any more: it would
     * reach the backend, and nobody would wait for its answer.
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

    Connection newConnection() {
        Connection connection = new Connection(this, new Exchange(rows, requests, needles, contents, chunks));
        connections.add(connection);
        return connection;
    }

    Settings settings() {
        return settings;
    }

    Input input() {
        return input;
    }

    /** Connections that are being opened; their deadlines count only when there is a limit. */
    Deadlines connecting() {
        return connecting;
    }

    Deadlines answering() {
        return answering;
    }

    boolean limitsAnswers() {
        return !settings.answerTimeout().isZero();
    }

    SelectionKey register(SocketChannel channel, int operations, Connection connection) throws IOException {
        return channel.register(selector, operations, connection);
    }

    ByteBuffer request(Fields fields) {
        return requests.request(fields);
    }

    /** Whether the peer has been seen to close connections unannounced. */
    boolean looksBeforeReuse() {
        return looksBeforeReuse;
    }

    void lookBeforeReuse() {
        looksBeforeReuse = true;
    }

    void began() {
        tally.sent();
        inFlight++;
    }

    void verified(Exchange exchange) {
        inFlight--;
        tally.verified(exchange.endNanos() - exchange.startNanos());
        outcomes.verified(exchange);
    }

    void failed(Exchange exchange, Fault fault) {
        inFlight--;
        tally.failed(fault.error());
        outcomes.failed(exchange, fault);
    }

    void unsent(long number) {
        tally.unsent(number);
    }

    void free(Connection connection, long now, boolean connected) {
        pace.free(connection, now, connected);
    }
}
