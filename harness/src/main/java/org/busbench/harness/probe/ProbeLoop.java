package org.busbench.harness.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.busbench.harness.load.ErrorKind;
import org.busbench.harness.probe.Connection.Progress;

/**
 * The probe's thread: sends what is due, takes what has arrived, sleeps. A request goes out on an idle connection, or on
 * a new one when there is none, so that a slow answer never holds the next request back. It never waits for one answer
 * alone, and no more than {@link #ANSWER_LIMIT_NANOS} for any.
 */
final class ProbeLoop implements Runnable {

    /** After which a request counts as not answered. */
    static final long ANSWER_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int READ_BUFFER = 64 * 1024;
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_SLEEP_NANOS = 100 * MILLI;
    /**
     * The selector sleeps whole milliseconds; the last one before a request is due passes in naps of this length. An
     * answer that comes within a nap is seen late by it at most, and has been under way for a whole interval by then.
     */
    private static final long NAP_NANOS = MILLI / 3;

    private final Schedule schedule;
    private final InetSocketAddress address;
    private final List<Inquiry> inquiries;
    private final Nonces nonces;
    private final Outcomes outcomes;
    private final int mostConnections;
    private final Selector selector;
    private final ByteBuffer arrived = ByteBuffer.allocateDirect(READ_BUFFER);
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Set<Connection> busy = new HashSet<>();
    private long next;
    private long nextExpiryNanos;
    private long sent;

    private volatile long lastDueNanos;
    private volatile long giveUpNanos;
    private volatile boolean stopping;

    /** Guarded by nothing: read after the thread has ended. */
    private RuntimeException fault;

    ProbeLoop(Schedule schedule, InetSocketAddress address, List<Inquiry> inquiries, Nonces nonces, Outcomes outcomes)
            throws IOException {
        this.schedule = schedule;
        this.address = address;
        this.inquiries = List.copyOf(inquiries);
        this.nonces = nonces;
        this.outcomes = outcomes;
        this.mostConnections =
                (int) Math.min(4096, schedule.ratePerSecond() * TimeUnit.NANOSECONDS.toSeconds(ANSWER_LIMIT_NANOS) + 1);
        this.selector = Selector.open();
        this.nextExpiryNanos = schedule.startNanos() + LONGEST_SLEEP_NANOS;
    }

    /**
     * No request becomes due any more; what was due until now is still sent and waited for. Any thread may call it; the
     * thread ends soon after.
     */
    void stop(long nowNanos, long graceNanos) {
        lastDueNanos = nowNanos;
        giveUpNanos = nowNanos + graceNanos;
        stopping = true;
        selector.wakeup();
    }

    /** Requests of which every byte went out. */
    long sent() {
        return sent;
    }

    /** How many requests became due; all of them have an outcome or none will come. */
    long due() {
        return schedule.firstFrom(lastDueNanos);
    }

    /** What ended the thread before its time; null when nothing did. */
    RuntimeException fault() {
        return fault;
    }

    @Override
    public void run() {
        TimerSlack.none();
        try {
            while (!over(System.nanoTime())) {
                selector.selectNow(this::proceed);
                sendDue();
                expire();
                sleep();
            }
        } catch (IOException e) {
            fault = new IllegalStateException("the selector failed: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            fault = e;
        } finally {
            close();
        }
    }

    private boolean over(long now) {
        if (Thread.currentThread().isInterrupted()) {
            return true;
        }
        return stopping && (now - giveUpNanos >= 0 || (busy.isEmpty() && next >= due()));
    }

    private void sendDue() {
        long now = System.nanoTime();
        while (now - schedule.dueNanos(next) >= 0 && (!stopping || next < due())) {
            Connection connection = idle.pollLast();
            if (connection == null) {
                if (busy.size() >= mostConnections) {
                    return;
                }
                try {
                    connection = new Connection(selector, address, arrived);
                } catch (IOException refused) {
                    outcomes.failed(next++, ErrorKind.CONNECT);
                    now = System.nanoTime();
                    continue;
                }
            }
            busy.add(connection);
            long request = next++;
            Inquiry inquiry = inquiries.get((int) (request % inquiries.size()));
            settle(connection, connection.begin(request, inquiry, nonces.of(request), now));
            now = System.nanoTime();
        }
    }

    private void proceed(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        settle(connection, key.isValid() ? connection.proceed() : Progress.NONE);
    }

    private void settle(Connection connection, Progress progress) {
        switch (progress) {
            case NONE -> {
                return;
            }
            case ENDED -> {
                idle.remove(connection);
                return;
            }
            case VERIFIED -> {
                long due = schedule.dueNanos(connection.request());
                outcomes.verified(connection.request(), System.nanoTime() - due);
            }
            case FAILED -> outcomes.failed(connection.request(), connection.error());
        }
        sent += connection.wholeRequestSent() ? 1 : 0;
        busy.remove(connection);
        if (connection.release()) {
            idle.addLast(connection);
        } else {
            connection.close();
        }
    }

    private void expire() {
        long now = System.nanoTime();
        if (now - nextExpiryNanos < 0) {
            return;
        }
        nextExpiryNanos = now + LONGEST_SLEEP_NANOS;
        for (Connection connection : new ArrayList<>(busy)) {
            if (now - connection.begunNanos() >= ANSWER_LIMIT_NANOS) {
                settle(connection, connection.expire());
            }
        }
    }

    private void sleep() throws IOException {
        long now = System.nanoTime();
        boolean mayBegin = busy.size() < mostConnections && (!stopping || next < due());
        long left = Math.min(LONGEST_SLEEP_NANOS, mayBegin ? schedule.dueNanos(next) - now : LONGEST_SLEEP_NANOS);
        if (left <= 0) {
            return;
        }
        if (left >= MILLI) {
            boolean precise = busy.isEmpty() && !stopping;
            if (!precise) {
                selector.select(this::proceed, left / MILLI);
                return;
            }
        }
        LockSupport.parkNanos(busy.isEmpty() ? left : Math.min(left, NAP_NANOS));
    }

    private void close() {
        busy.forEach(connection -> {
            sent += connection.wholeRequestSent() ? 1 : 0;
            connection.close();
        });
        idle.forEach(Connection::close);
        try {
            selector.close();
        } catch (IOException e) {
            fault = fault == null ? new IllegalStateException("the selector cannot be closed: " + e, e) : fault;
        }
    }
}
