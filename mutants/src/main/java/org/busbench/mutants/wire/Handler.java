package org.busbench.mutants.wire;

import java.util.function.Consumer;

/** Answers requests, at once or later. Called with the reactor's lock held. It must not block, and it answers with the lock held. */
@FunctionalInterface
public interface Handler {

    /**
     * Takes one request.
     *
     * @param request the whole request
     * @param answer takes the answer, exactly once
     */
    void handle(Request request, Consumer<Response> answer);
}
