package org.busbench.mutants.wire;

/** Sends messages to backends. Called with the reactor's lock held, like the outcome; never blocks. */
@FunctionalInterface
public interface BackendCaller {

    /**
     * Sends one message, once.
     *
     * @param call the message
     * @param outcome is told, exactly once, how it went
     */
    void call(BackendRequest call, Outcome outcome);

    /** How a call went. */
    interface Outcome {

        /**
         * The backend answered.
         *
         * @param response its whole answer
         */
        void answered(Response response);

        /**
         * No answer came, and none will.
         *
         * @param why in words
         */
        void failed(String why);
    }
}
