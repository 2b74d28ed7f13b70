package org.busbench.mediation.http.head;

/** A message that two readers could understand differently, or that is beyond a limit. Carries the status to answer if a client sent it. */
public final class BadMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** Refuses a message; {@code status} is what a client is answered. */
    public BadMessageException(int status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
