package org.busbench.mutants.fault;

import org.busbench.mutants.wire.Handler;

/** Never answers some messages, though the backend has. */
final class Drop implements Conduct {
    private final Turn turn;

    Drop(Turn turn) {
        this.turn = turn;
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            boolean wrong = request.method().equals("POST") && turn.comes();
            right.handle(request, wrong ? response -> {} : answer);
        };
    }
}
