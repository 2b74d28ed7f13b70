package org.busbench.mediation.wire;

import java.net.InetSocketAddress;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * One connection of one loop, whatever moves its bytes. For the loop's thread. After {@link #abort()} or {@link ConnectionEvents#failed} it is closed:
 * calls do nothing then, and slices that are queued are released.
 *
 * <p>The contract of every transport:
 *
 * <ul>
 *   <li><b>Back-pressure.</b> {@link #queue} never blocks and never refuses. When more than {@link WireLimits#congestedBytes()} wait,
 *       {@link ConnectionEvents#congested} is told once, and {@link ConnectionEvents#drained} when half of that has left. A receiver that is full calls
 *       {@link #suspendReading()}; bytes that have arrived may still be handed over within the iteration, later ones stay with the kernel, whose window
 *       stops the peer. A loop without free buffers reads from no connection until one comes back.
 *   <li><b>Ownership.</b> A slice that is received belongs to the receiver, who releases it or passes it on. A slice that is queued belongs to the
 *       connection, which releases it when the network has taken its bytes, or when the connection is closed, unless {@link #takeUnsent} fetches it back.
 *   <li><b>Deadlines.</b> A connection has one {@link #deadline()}, counted from the beginning of the loop's iteration. Its user sets it; the transport
 *       clears it when the connection is closed, and tells {@link ConnectionEvents#expired} at most {@link DeadlineWheel#TICK_NANOS} late.
 *   <li><b>Order.</b> Events of one connection come one at a time, on the loop's thread, and never within a call of {@link EventLoop#connect}.
 * </ul>
 */
public interface WireConnection {

    /** {@return address and port of the other side, or null when there is none any more} */
    InetSocketAddress peer();

    /** Queues bytes and takes the slice over. They leave at the end of the turn, together with what else is queued. */
    void queue(Slice slice);

    /** {@return how many bytes are queued and were not taken by the network yet} */
    long unsentBytes();

    /** {@return how many bytes the network has taken since the connection was made} */
    long sentBytes();

    /** Moves what is queued and not sent to another queue. Allowed within {@link ConnectionEvents#failed} and {@code ended}, too. */
    void takeUnsent(SliceQueue target);

    /** Asks for no further bytes; what has arrived already may still be handed over within this turn. */
    void suspendReading();

    /** Asks for bytes again. */
    void resumeReading();

    /** Closes the sending side when everything queued is sent; the peer's bytes still arrive. */
    void endOutput();

    /** Closes the connection when everything queued is sent. Nothing is told any more except {@link ConnectionEvents#expired}. */
    void close();

    /** Closes the connection at once with a reset; what is queued is released. Nothing is told any more. */
    void abort();

    /** {@return whether neither side has ended it; false after {@link #close()}} */
    boolean isOpen();

    /** {@return the deadline of this connection, which calls {@link ConnectionEvents#expired} while the connection is not closed} */
    Deadline deadline();
}
