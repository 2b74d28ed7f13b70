package org.busbench.mediation.wire;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.busbench.mediation.buffer.BufferPool;

/**
 * What a loop is, whatever moves its bytes: one thread that works in turns, with its mailbox, deadlines, buffers and counts, which drains and
 * then ends. All that it owns is touched by no other thread; only {@link #execute}, {@link #stop} and {@link #join} are for others.
 */
public abstract class TurnLoop implements EventLoop {

    private final int index;
    private final WireLimits limits;
    private final BufferPool buffers;
    private final Thread thread;
    private final Queue<Runnable> mailbox = new ConcurrentLinkedQueue<>();
    private boolean mailboxEnded;
    private final ArrayDeque<Runnable> ownTasks = new ArrayDeque<>();
    private final DeadlineWheel wheel = new DeadlineWheel(System.nanoTime());
    private final LoopCounter counts = new LoopCounter();
    private long iterationNanos = System.nanoTime();
    private boolean inTurn;
    private boolean draining;
    private long stopAtNanos;
    private volatile boolean endedByItself = true;

    /** A loop whose thread is not started yet. */
    protected TurnLoop(int index, WireLimits limits, BufferPool buffers) {
        this.index = index;
        this.limits = limits;
        this.buffers = buffers;
        this.thread = new Thread(this::live, "loop-" + index);
    }

    /** A loop cannot go on. Its thread ends by this error, and what the loop served is lost: the process is to be started anew. */
    public static final class LoopFailedError extends Error {
        @Serial
        private static final long serialVersionUID = 1L;

        LoopFailedError(int index, Throwable cause) {
            super("loop " + index + " cannot go on: " + cause, cause);
        }
    }

    /** Serves until the loop {@link #isDone()}, and ends. Throws when the loop itself cannot go on, which no single connection may cause. */
    protected abstract void serve() throws IOException;

    /** Ends the wait of the loop's thread, now or when it next begins. For any thread. */
    protected abstract void wake();

    /** Tells each open connection that the loop drains. */
    protected abstract void tellOfDraining();

    protected final void startThread() {
        thread.start();
    }

    /** Has the loop end when its connections have, or when its patience does. For any thread. */
    public final void stop(Duration patience) {
        execute(() -> drain(patience.toNanos()));
    }

    /** Waits for the end. Returns whether all connections had ended by themselves. For any thread. */
    public final boolean join() throws InterruptedException {
        thread.join();
        return endedByItself;
    }

    @Override
    public final int index() {
        return index;
    }

    @Override
    public final void execute(Runnable task) {
        post(task);
    }

    @Override
    public final Deadline deadline(Runnable action) {
        return wheel.deadline(() -> run(action));
    }

    @Override
    public final BufferPool buffers() {
        return buffers;
    }

    @Override
    public final boolean isDraining() {
        return draining;
    }

    @Override
    public final int connections() {
        return counts.open();
    }

    @Override
    public final long iterationNanos() {
        return iterationNanos;
    }

    @Override
    public final void beforeIterationEnds(Runnable task) {
        ownTasks.add(task);
    }

    @Override
    public final LoopCounts reading() {
        return counts.reading(buffers);
    }

    public final WireLimits limits() {
        return limits;
    }

    public final LoopCounter counts() {
        return counts;
    }

    /** Takes a task as {@link #execute} does. Returns whether it was taken. For any thread. */
    protected final boolean post(Runnable task) {
        // A loop that has ended must not be woken: its descriptor may belong to something else by then.
        synchronized (mailbox) {
            if (!mailboxEnded) {
                mailbox.add(task);
                wake();
            }
            return !mailboxEnded;
        }
    }

    protected final boolean hasPosted() {
        return !mailbox.isEmpty();
    }

    /** Takes no more tasks of other threads. */
    protected final void endMailbox() {
        synchronized (mailbox) {
            mailboxEnded = true;
        }
    }

    protected final long millisToNextDeadline() {
        return wheel.millisToNext();
    }

    /** The time stands still within a turn, and the wait for what is ready does not belong to it. */
    protected final void beginTurn() {
        if (!inTurn) {
            inTurn = true;
            iterationNanos = System.nanoTime();
            wheel.now(iterationNanos);
        }
    }

    protected final void turnEnded() {
        inTurn = false;
    }

    /** Does what other threads asked for, what is due, and what was put off until the end of the turn. */
    protected final void runTasks() {
        beginTurn();
        runPosted();
        wheel.turn();
        runOwnTasks();
    }

    /** Does what other threads asked for; before the end, too: it may own bodies. */
    protected final void runPosted() {
        for (Runnable task = mailbox.poll(); task != null; task = mailbox.poll()) {
            run(task);
        }
    }

    protected final boolean hasOwnTasks() {
        return !ownTasks.isEmpty();
    }

    protected final void runOwnTasks() {
        for (Runnable task = ownTasks.poll(); task != null; task = ownTasks.poll()) {
            run(task);
        }
    }

    /** Whether no turn is to follow. */
    protected final boolean isDone() {
        if (!draining) {
            return false;
        }
        if (counts.open() == 0) {
            return true;
        }
        if (System.nanoTime() - stopAtNanos < 0) {
            return false;
        }
        brokenOff();
        return true;
    }

    /** Not all connections ended by themselves. */
    protected final void brokenOff() {
        endedByItself = false;
    }

    private void drain(long patienceNanos) {
        draining = true;
        stopAtNanos = System.nanoTime() + patienceNanos;
        tellOfDraining();
    }

    private void live() {
        try {
            serve();
        } catch (Throwable e) {
            brokenOff();
            endMailbox();
            throw new LoopFailedError(index, e);
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            Faults.survived("a task failed on loop " + index, e);
        }
    }
}
