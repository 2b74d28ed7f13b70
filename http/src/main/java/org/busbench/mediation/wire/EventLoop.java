package org.busbench.mediation.wire;

import java.net.InetSocketAddress;
import org.busbench.mediation.buffer.BufferPool;

/**
 * One thread with its connections, buffers and deadlines. It works in turns: what is ready is handed to the {@link ConnectionEvents} one
 * after the other, then what was queued meanwhile is sent, once per connection. Unless said otherwise its methods are for its own thread,
 * and nothing that it calls may block.
 */
public interface EventLoop {

    /** {@return its number among the loops of its {@link Wire}, from 0} */
    int index();

    /** Runs a task on the loop's thread, in one of the next turns; drops it when the loop has ended. For any thread. */
    void execute(Runnable task);

    /**
     * Begins to connect. {@link ConnectionEvents#connected} or {@link ConnectionEvents#failed} follows, never within this call. What is
     * queued before goes out when the connection is made.
     *
     * @return the connection; it has no deadline yet
     */
    WireConnection connect(InetSocketAddress address, ConnectionEvents events);

    /**
     * Makes a deadline that is not set.
     *
     * @param action what to do when it passes, on the loop's thread
     */
    Deadline deadline(Runnable action);

    /** {@return the pool of the loop's buffers} */
    BufferPool buffers();

    /** {@return whether it was asked to stop: connections without work are to be closed, and none kept for later} */
    boolean isDraining();

    /** {@return how many connections are open or being made} */
    int connections();

    /** {@return when this turn began, in nanoseconds of {@link System#nanoTime()}} */
    long iterationNanos();

    /** Runs a task before this turn ends; what it queues still leaves with this turn. */
    void beforeIterationEnds(Runnable task);

    /** {@return what was counted on this loop until now} */
    LoopCounts reading();
}
