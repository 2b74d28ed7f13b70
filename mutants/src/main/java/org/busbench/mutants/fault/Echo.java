package org.busbench.mutants.fault;

import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Response;

/** Sends requests back as their own answers, nonce and all. */
final class Echo implements Conduct {
    private final Turn turn;

    Echo(Turn turn) {
        this.turn = turn;
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            if (request.method().equals("POST") && turn.comes()) {
                answer.accept(Response.of(200, Response.XML, request.body()));
            } else {
                right.handle(request, answer);
            }
        };
    }
}
