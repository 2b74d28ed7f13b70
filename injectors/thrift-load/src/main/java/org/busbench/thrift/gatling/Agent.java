package org.busbench.thrift.gatling;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * An actor that calls: its messages wait in a mailbox and are taken one after the other, by one thread at a time, some of
 * them before the thread goes to another agent. So do the actors of Gatling 3.15, of which no program but Scala's can
 * make one. Safe for use by several threads.
 *
 * @param <M> what it is sent
 */
final class Agent<M> {
    private final Queue<M> mailbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Executor dispatcher;
    private final int throughput;
    private final Consumer<M> work;

    /**
     * One without messages.
     *
     * @param throughput how many messages it takes before the thread is given back
     * @param work done with each; never by two threads at a time
     */
    Agent(Executor dispatcher, int throughput, Consumer<M> work) {
        this.dispatcher = dispatcher;
        this.throughput = throughput;
        this.work = work;
    }

    /** Puts a message into the mailbox; never waits. */
    void tell(M message) {
        mailbox.add(message);
        schedule();
    }

    private void schedule() {
        if (!mailbox.isEmpty() && scheduled.compareAndSet(false, true)) {
            dispatcher.execute(this::take);
        }
    }

    private void take() {
        try {
            for (int taken = 0; taken < throughput; taken++) {
                M message = mailbox.poll();
                if (message == null) {
                    return;
                }
                work.accept(message);
            }
        } finally {
            scheduled.set(false);
            schedule();
        }
    }
}
