package org.busbench.mutants.job;

/** Makes one message of another. Called with the reactor's lock held. */
@FunctionalInterface
public interface Transform {

    /** Leaves messages as they are. */
    Transform NONE = message -> message;

    /**
     * Transforms a message; the given bytes stay as they are.
     *
     * @param message the message's bytes
     * @return the other message's bytes
     * @throws UnreadableException when it is not what it should be
     */
    byte[] apply(byte[] message) throws UnreadableException;

    /** A message that cannot be mediated. The text says why. */
    final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1;

        /**
         * Says why.
         *
         * @param cause what was thrown
         */
        public UnreadableException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
