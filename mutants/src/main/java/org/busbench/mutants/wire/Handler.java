package org.busbench.mutants.wire;

import java.util.function.Consumer;

/** Answers requests, at once or later. Called with the reactor's lock held. It must not block, and it answers with the lock held. */
@FunctionalInterface
public interface Handler {

    /** Takes one request. */
    void handle(Request request, Consumer<Response> answer);
}
