package org.busbench.mediation.wire.nio;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** What other threads want done on a loop. For any thread, except where said. */
final class Mailbox {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable wakeup;
    private boolean ended;

    Mailbox(Runnable wakeup) {
        this.wakeup = wakeup;
    }

    /** Takes a task and wakes the loop, or drops it when the loop has ended. */
    void post(Runnable task) {
        // A closed selector must not be woken: its descriptor may be somebody else's by then.
        synchronized (tasks) {
            if (!ended) {
                tasks.add(task);
                wakeup.run();
            }
        }
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Takes no more. What is in it is still to be emptied. */
    void end() {
        synchronized (tasks) {
            ended = true;
        }
    }

    /** For the loop's thread. */
    void empty(Consumer<Runnable> runner) {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            runner.accept(task);
        }
    }
}
