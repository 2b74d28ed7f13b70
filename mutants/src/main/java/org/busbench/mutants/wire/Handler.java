package org.busbench.mutants.wire;

import java.util.function.Consumer;

/** Answers requests, at once or later. Called on the loop's thread, which it must not block; it answers there too. */
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
