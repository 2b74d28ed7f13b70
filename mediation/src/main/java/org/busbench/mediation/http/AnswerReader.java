package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;

/** Reads the body of one answer from a backend's connection. On the loop's thread. */
interface AnswerReader {

    /** Reads on; returns the index of the first byte that does not belong to the answer. */
    int read(Slice slice, int from) throws BadMessageException;

    boolean isComplete();

    /** Returns whether only the end of the connection ends the body. */
    boolean endsWithConnection();

    /** Returns whether the backend would take a further request after this answer. */
    boolean keepsAlive();

    /** The answer is whole, and its connection is free. */
    void end();
}
