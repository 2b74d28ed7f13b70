package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.head.ResponseHead;

/** The events of a {@link Call}. Called on the loop's thread; must not block. Nothing is told after {@link #ended} or {@link #failed}. */
public interface CallEvents {

    /** The backend, or the wait for a connection, holds the request up: no more should be sent until {@link #drained}. */
    default void congested() {}

    /** After {@link #congested}: more can be sent. */
    default void drained() {}

    /**
     * The head of the answer came; statuses of 1xx are not told.
     *
     * @param hasBody whether {@link #content} may follow
     */
    default void answered(ResponseHead head, boolean hasBody) {}

    /**
     * Bytes of the answer's body came, without chunk framing.
     *
     * @param slice holds them; not to be kept or released
     * @param from index of the first byte
     * @param to index after the last byte
     */
    default void content(Slice slice, int from, int to) {}

    /** The answer is whole. */
    default void ended() {}

    /** There will be no answer, or no more of it. */
    void failed(Failure failure);
}
