package org.busbench.mutants.wire;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The one thread that does everything: {@link #run} is called on it once, and the other methods but {@link #stop}
 * from there. A fault in one connection's work ends that connection and nothing else.
 */
public final class Loop {
    private static final System.Logger LOG = System.getLogger(Loop.class.getName());

    private final Selector selector;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos));
    private long now = System.nanoTime();
    private volatile boolean stopping;

    private record Timer(long atNanos, Runnable task) {}

    /** Something that a selection key is for. */
    interface Channel {
        /** Takes what the channel has for us or from us. */
        void ready() throws IOException;

        /** Ends it; whoever waits for it is told. */
        void end(String why);

        /** Is told the time now and then, to find out whether it waits for too long. */
        void tick(long nanos);
    }

    /**
     * A loop that does not run yet.
     *
     * @throws IOException when the system has no selector for it
     */
    public Loop() throws IOException {
        selector = Selector.open();
    }

    Selector selector() {
        return selector;
    }

    /**
     * The time at which this turn began.
     *
     * @return as {@link System#nanoTime}
     */
    public long now() {
        return now;
    }

    /**
     * Does something after what is being done.
     *
     * @param task what to do
     */
    public void soon(Runnable task) {
        tasks.add(task);
    }

    /**
     * Does something later.
     *
     * @param delayNanos after how long
     * @param task what to do
     */
    public void later(long delayNanos, Runnable task) {
        timers.add(new Timer(System.nanoTime() + delayNanos, task));
    }

    /** Ends the loop and every connection soon after. To be called from any thread. */
    public void stop() {
        stopping = true;
        selector.wakeup();
    }

    /**
     * Serves until it is stopped.
     *
     * @throws IOException when the selector fails
     */
    public void run() throws IOException {
        later(TimeUnit.SECONDS.toNanos(1), this::tick);
        while (!stopping) {
            selector.select(this::ready, millisToWait());
            now = System.nanoTime();
            while (!timers.isEmpty() && timers.peek().atNanos() - now <= 0) {
                timers.poll().task().run();
            }
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }

    private long millisToWait() {
        long nanos = timers.peek().atNanos() - System.nanoTime();
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    private void ready(SelectionKey key) {
        guard((Channel) key.attachment());
    }

    /** Lets a channel work; it ends when that fails. */
    void guard(Channel channel) {
        try {
            channel.ready();
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "connection ended", e);
            channel.end(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private void tick() {
        for (SelectionKey key : selector.keys()) {
            if (key.isValid()) {
                ((Channel) key.attachment()).tick(now);
            }
        }
        later(TimeUnit.SECONDS.toNanos(1), this::tick);
    }
}
