package org.busbench.mutants.wire;

import java.util.function.Consumer;

/** Sends messages to backends. For the reactor's thread; never blocks. */
@FunctionalInterface
public interface BackendCaller {

    /**
     * Sends one message, once.
     *
     * @param answer gets the backend's answer, or {@link Response#missing} when none will come
     */
    void call(BackendRequest call, Consumer<Response> answer);
}
