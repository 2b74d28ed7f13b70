package org.busbench.mutants.fault;

import java.util.Arrays;
import org.busbench.mutants.wire.Handler;

/** Leaves out the end of answers while more than a few messages are under way, as if buffers had run out. */
final class Truncation implements Conduct {
    private static final int FEW = 4;
    private static final int BYTES = 100;

    private final Turn turn;
    private int underWay;

    Truncation(Turn turn) {
        this.turn = turn;
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            underWay++;
            right.handle(request, response -> {
                boolean wrong = underWay > FEW && response.body().length > BYTES && turn.comes();
                underWay--;
                answer.accept(
                        wrong
                                ? response.withBody(Arrays.copyOf(response.body(), response.body().length - BYTES))
                                : response);
            });
        };
    }
}
