package org.busbench.mutants.wire;

import java.util.function.Consumer;

/** Answers requests, at once or later. For the reactor's thread: it must not block, and it answers on this thread. */
@FunctionalInterface
public interface Handler {

    void handle(Request request, Consumer<Response> answer);
}
