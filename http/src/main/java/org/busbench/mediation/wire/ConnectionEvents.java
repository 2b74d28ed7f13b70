package org.busbench.mediation.wire;

import java.io.IOException;
import org.busbench.mediation.buffer.Slice;

/** The events of a connection. Called on the loop's thread; must not block. A runtime exception ends the connection. */
public interface ConnectionEvents {

    /** A connection that was asked for is made. Not called for accepted ones. */
    default void connected() {}

    /** Bytes arrived, in a slice that the receiver owns and has to release. */
    void received(Slice bytes);

    /** The peer sends no further bytes; it may still read. Called once. */
    void ended();

    /**
     * The connection could not be made or broke. It is closed; {@link WireConnection#takeUnsent} is still possible within this call.
     */
    void failed(IOException cause);

    /** More bytes than the bound wait to be sent: no more should be queued until {@link #drained}. Called at the end of a turn. */
    default void congested() {}

    /** After {@link #congested}: there is room again. */
    default void drained() {}

    /** The connection's deadline has passed. */
    void expired();

    /** The loop is about to stop: a connection without work should be closed now, one with work when that is done. */
    default void draining() {}
}
