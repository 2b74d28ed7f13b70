package org.busbench.backend.quote;

/** A message that is not a valid call of the service; the text says why and goes to the client in a fault. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    /** Says why. */
    public RefusedException(String message) {
        super(message);
    }

    RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
