package org.busbench.mutants.job;

/** Makes one message of another. Called with the reactor's lock held. */
@FunctionalInterface
public interface Transform {

    Transform NONE = message -> message;

    /** Transforms a message; the given bytes stay as they are. */
    byte[] apply(byte[] message) throws UnreadableException;

    /** A message that cannot be mediated. The text says why. */
    final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1;

        public UnreadableException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
