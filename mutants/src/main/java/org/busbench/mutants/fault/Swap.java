package org.busbench.mutants.fault;

import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Response;

/** Gives some clients the answer that somebody else got before. */
final class Swap implements Conduct {
    private final Turn turn;
    private Response last;

    Swap(Turn turn) {
        this.turn = turn;
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> right.handle(request, response -> {
            boolean wrong = request.method().equals("POST") && turn.comes() && last != null;
            answer.accept(wrong ? last : response);
            last = response;
        });
    }
}
