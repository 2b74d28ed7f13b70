package org.busbench.mediation.http;

/** How an exchange ended. */
public enum Outcome {
    /** A backend's answer went to the client, as it was or changed. */
    RELAYED,
    /** The mediator answered by itself because the handler wanted that. */
    ANSWERED,
    /** The mediator answered because something failed, or refused the request. */
    FAILED,
    /** An answer had begun and could not be ended. */
    CUT,
    /** The client went away before its answer. */
    ABANDONED
}
