package org.busbench.mediation.http;

/** A message that must not be understood one way or the other. Carries the status to answer when it came from a client. */
final class BadMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    BadMessageException(int status, String reason) {
        super(reason, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
