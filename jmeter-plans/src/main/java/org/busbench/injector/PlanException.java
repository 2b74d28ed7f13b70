package org.busbench.injector;

/** A run that cannot take place, or whose result may not be used; the message says why. */
final class PlanException extends Exception {
    private static final long serialVersionUID = 1L;

    PlanException(String message) {
        super(message);
    }

    PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
