package org.busbench.sampler.protocol;

/** A load that cannot take place, or whose result may not be used; the message says why. */
public final class LoadException extends Exception {
    private static final long serialVersionUID = 1L;

    public LoadException(String message) {
        super(message);
    }

    public LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
