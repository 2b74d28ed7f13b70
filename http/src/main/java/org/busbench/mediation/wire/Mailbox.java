package org.busbench.mediation.wire;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Tasks of other threads for a loop. For any thread, except where said. */
public final class Mailbox {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable wakeup;
    private boolean ended;

    /**
     * Makes an empty one.
     *
     * @param wakeup wakes the loop; not called after {@link #end}
     */
    public Mailbox(Runnable wakeup) {
        this.wakeup = wakeup;
    }

    /**
     * Takes a task and wakes the loop, or drops it when the loop has ended.
     *
     * @return whether it was taken
     */
    public boolean post(Runnable task) {
        // A loop that has ended must not be woken: its descriptor may belong to something else by then.
        synchronized (tasks) {
            if (!ended) {
                tasks.add(task);
                wakeup.run();
            }
            return !ended;
        }
    }

    /** {@return whether nothing is in it} */
    public boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Takes no more. What is in it is still to be emptied. */
    public void end() {
        synchronized (tasks) {
            ended = true;
        }
    }

    /** Gives every task, in order, to a runner. For the loop's thread. */
    public void empty(Consumer<Runnable> runner) {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            runner.accept(task);
        }
    }
}
