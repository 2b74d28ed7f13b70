package org.busbench.mediation.http.head;

/** How the client's connection goes on after an answer, as the answer's head has to say it. */
public enum Persistence {
    /** Nothing to say: the client speaks 1.1 and may send more. */
    IMPLIED,
    /** A client of HTTP/1.0 may send more. */
    KEPT,
    /** It is closed. */
    CLOSED
}
