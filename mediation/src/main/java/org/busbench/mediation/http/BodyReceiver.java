package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;

/** Is given a request's body as it comes. On the loop's thread; must not block. Nothing is told after {@link #ended} or {@link #broken}. */
public interface BodyReceiver {

    /**
     * Bytes came, without chunk framing.
     *
     * @param slice holds them; not to be kept or released
     * @param from index of the first byte
     * @param to index after the last byte
     */
    void content(Slice slice, int from, int to);

    /** The body is whole. */
    void ended();

    /** The rest of the body will not come: the client has gone, or sends nonsense, or the exchange has its answer. */
    void broken();
}
