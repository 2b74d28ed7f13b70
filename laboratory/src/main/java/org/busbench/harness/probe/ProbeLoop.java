package org.busbench.harness.probe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.busbench.common.ErrorClass;
import org.busbench.common.client.Fault;
import org.busbench.common.client.RequestConnection;
import org.busbench.common.http.MessageParser;

/**
 * Sends what is due and takes what has arrived. A request goes out on an idle connection, or on a new one when there is
 * none, so that a slow answer never holds the next request back; no answer is waited for longer than
 * {@link #ANSWER_LIMIT_NANOS}.
 *
 * <p>Two threads share it. One sleeps until a request is due, which a selector can do to the millisecond only, and sends
 * it ({@link #send()}); the other sleeps until something arrives ({@link #run()}). So each request wakes each of them
 * once, no thread polls, and an answer is seen when it comes. All state is guarded by this object's lock, which neither holds
 * while it sleeps.
 */
final class ProbeLoop implements Runnable {

    /** After which a request counts as not answered. */
    static final long ANSWER_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int FIRST_BUFFER = 8 * 1024;
    private static final int LONGEST_BODY = 16 * 1024 * 1024;

    private static final long LONGEST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Schedule schedule;
    private final RequestConnection.Server server;
    private final List<ProbeRequest> requests;
    private final ProbeNonces nonces;
    private final ProbeOutcomes outcomes;
    private final int mostConnections;
    private final Selector selector;
    private final Thread sender;
    private final RequestConnection.Input input = new RequestConnection.Input();
    private final Deque<ProbeConnection> idle = new ArrayDeque<>();
    private final Set<ProbeConnection> busy = new HashSet<>();
    private long next;
    private long nextExpiryNanos;
    private long sent;
    private boolean closed;

    private volatile long lastDueNanos;
    private volatile long giveUpNanos;
    private volatile boolean stopping;

    /** The fault that ended a thread early. */
    private RuntimeException fault;

    ProbeLoop(
            Schedule schedule,
            RequestConnection.Server server,
            List<ProbeRequest> requests,
            ProbeNonces nonces,
            ProbeOutcomes outcomes)
            throws IOException {
        this.schedule = schedule;
        this.server = server;
        this.requests = List.copyOf(requests);
        this.nonces = nonces;
        this.outcomes = outcomes;
        this.mostConnections =
                (int) Math.min(4096, schedule.ratePerSecond() * TimeUnit.NANOSECONDS.toSeconds(ANSWER_LIMIT_NANOS) + 1);
        this.selector = Selector.open();
        this.nextExpiryNanos = schedule.startNanos() + LONGEST_SLEEP_NANOS;
        this.sender = new Thread(this::send, "probe-send");
        sender.setDaemon(true);
    }

    /**
     * No request becomes due any more; what was due until now is still sent and waited for. Any thread may call it; the
     * threads end soon after.
     */
    void stop(long nowNanos, long graceNanos) {
        lastDueNanos = nowNanos;
        giveUpNanos = nowNanos + graceNanos;
        stopping = true;
        LockSupport.unpark(sender);
        wake();
    }

    /** Requests of which every byte went out. */
    synchronized long sent() {
        return sent;
    }

    /** How many requests became due; all of them have an outcome or none will come. */
    long due() {
        return schedule.firstFrom(lastDueNanos);
    }

    /** The fault that ended a thread early; null when there was none. */
    synchronized RuntimeException fault() {
        return fault;
    }

    /** Takes answers until everything is over; starts the thread that sends, and outlives it. */
    @Override
    public void run() {
        sender.start();
        try {
            while (!over(System.nanoTime())) {
                selector.select(this::proceed, TimeUnit.NANOSECONDS.toMillis(LONGEST_SLEEP_NANOS));
                expire();
            }
        } catch (IOException e) {
            failed(new IllegalStateException("the selector failed: " + e.getMessage(), e));
        } catch (RuntimeException e) {
            failed(e);
        } finally {
            close();
        }
    }

    /** Sends each request when it is due, until nothing more will be. */
    private void send() {
        TimerSlack.none();
        try {
            for (long left = sendDue(); left >= 0; left = sendDue()) {
                LockSupport.parkNanos(this, left);
            }
        } catch (RuntimeException e) {
            failed(e);
        }
        wake();
    }

    /** A closed selector must not be woken. */
    private synchronized void wake() {
        if (!closed) {
            selector.wakeup();
        }
    }

    private synchronized boolean over(long now) {
        if (Thread.currentThread().isInterrupted() || fault != null) {
            return true;
        }
        return stopping && (now - giveUpNanos >= 0 || (busy.isEmpty() && next >= due()));
    }

    /** Nanoseconds until the next request is due, or until a connection may be free; negative when none will be sent. */
    private synchronized long sendDue() {
        while (!closed && (!stopping || next < due())) {
            long now = System.nanoTime();
            long left = schedule.dueNanos(next) - now;
            if (left > 0) {
                return left;
            }
            ProbeConnection connection = idle.pollLast();
            while (connection != null && !connection.wire.isOpen()) {
                // The peer has closed it meanwhile.
                connection = idle.pollLast();
            }
            if (connection == null) {
                if (busy.size() >= mostConnections) {
                    return LONGEST_SLEEP_NANOS;
                }
                connection = new ProbeConnection();
            }
            busy.add(connection);
            boolean open = connection.wire.isOpen();
            connection.begin(next++, now);
            if (!open || !connection.wire.isWholeRequestSent()) {
                // The selector looks at what it is to wait for only when it begins to wait.
                selector.wakeup();
            }
        }
        return -1;
    }

    private synchronized void proceed(SelectionKey key) {
        if (key.isValid()) {
            ((RequestConnection) key.attachment()).ready();
        }
    }

    private void ended(ProbeConnection connection) {
        sent += connection.wire.isWholeRequestSent() ? 1 : 0;
        boolean starved = busy.size() >= mostConnections;
        busy.remove(connection);
        if (connection.wire.isOpen()) {
            idle.addLast(connection);
        }
        if (starved) {
            LockSupport.unpark(sender);
        }
    }

    private synchronized void expire() {
        long now = System.nanoTime();
        if (now - nextExpiryNanos < 0) {
            return;
        }
        nextExpiryNanos = now + LONGEST_SLEEP_NANOS;
        for (ProbeConnection connection : new ArrayList<>(busy)) {
            if (now - connection.begunNanos >= ANSWER_LIMIT_NANOS) {
                connection.expire();
            }
        }
    }

    private synchronized void failed(RuntimeException e) {
        fault = fault == null ? e : fault;
    }

    private synchronized void close() {
        closed = true;
        LockSupport.unpark(sender);
        busy.forEach(connection -> {
            sent += connection.wire.isWholeRequestSent() ? 1 : 0;
            connection.wire.close();
        });
        idle.forEach(connection -> connection.wire.close());
        try {
            selector.close();
        } catch (IOException e) {
            failed(new IllegalStateException("the selector cannot be closed: " + e, e));
        }
    }

    /** A connection, and the request that it carries. Guarded by the lock of the loop; nothing in it blocks. */
    private final class ProbeConnection implements RequestConnection.User {
        private final MessageParser parser = MessageParser.ofResponses();
        private final RequestConnection wire = new RequestConnection(selector, input, server, parser, this);
        private final MessageParser.Body whole = this::add;
        /** The body of the response, used again for the next one. */
        private byte[] body = new byte[FIRST_BUFFER];

        private int bodyLength;
        private ProbeRequest asks;
        private String nonce;
        private long number;
        private long begunNanos;

        /** Sends a request, now or as soon as it is connected. */
        void begin(long request, long nowNanos) {
            number = request;
            asks = requests.get((int) (request % requests.size()));
            nonce = nonces.of(request);
            begunNanos = nowNanos;
            bodyLength = 0;
            wire.begin(nowNanos);
        }

        /** Gives up what is under way. */
        void expire() {
            wire.fail(new Fault(
                    wire.isConnecting() ? ErrorClass.CONNECT : ErrorClass.TIMEOUT, "no answer within the limit"));
        }

        @Override
        public ByteBuffer request() {
            return asks.with(nonce);
        }

        @Override
        public MessageParser.Body body() {
            return whole;
        }

        private void add(byte[] bytes, int from, int length) {
            if (bodyLength <= LONGEST_BODY) {
                if (bodyLength + length > body.length) {
                    body = Arrays.copyOf(body, Math.max(bodyLength + length, body.length * 2));
                }
                System.arraycopy(bytes, from, body, bodyLength, length);
                bodyLength += length;
            }
        }

        @Override
        public Fault fault(int surplus) {
            ErrorClass error = surplus > 0 || bodyLength > LONGEST_BODY
                    ? ErrorClass.CONTENT
                    : asks.fault(parser.status(), new String(body, 0, bodyLength, ISO_8859_1), nonce);
            return error == null ? null : new Fault(error, "not the answer that was expected");
        }

        @Override
        public void verified(long arrived) {
            outcomes.verified(number, arrived - schedule.dueNanos(number));
            ended(this);
        }

        @Override
        public void failed(Fault fault, boolean connected) {
            outcomes.failed(number, fault.error());
            ended(this);
        }
    }

    /**
     * How late the kernel may wake a thread that sleeps: 50 µs unless told otherwise, which every request of the probe would
     * show as latency (proc_pid_timerslack_ns(5)).
     */
    private static final class TimerSlack {

        private TimerSlack() {}

        /** Asks for none for the calling thread; false where that is not possible, and latencies then include the slack. */
        static boolean none() {
            try {
                Path thread =
                        Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
                Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), "1");
                return true;
            } catch (IOException | UnsupportedOperationException notLinux) {
                return false;
            }
        }
    }
}
