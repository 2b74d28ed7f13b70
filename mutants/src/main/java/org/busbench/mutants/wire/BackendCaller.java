package org.busbench.mutants.wire;

/** Sends messages to backends. Called with the reactor's lock held, like the outcome; never blocks. */
@FunctionalInterface
public interface BackendCaller {

    /** Sends one message, once. */
    void call(BackendRequest call, Outcome outcome);

    /** How a call went. */
    interface Outcome {

        /** The backend answered. */
        void answered(Response response);

        /** No answer came, and none will. */
        void failed(String why);
    }
}
