package org.busbench.mediation.http.head;

/** How the client's connection goes on after an answer, as the answer's head has to say it. */
public enum Persistence {
    /** The answer says nothing: the client speaks 1.1 and may send more. */
    IMPLIED,
    /** The answer tells a client of HTTP/1.0 that it may send more. */
    KEPT,
    /** The connection is closed. */
    CLOSED
}
