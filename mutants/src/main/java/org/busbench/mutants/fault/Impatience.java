package org.busbench.mutants.fault;

import java.util.concurrent.TimeUnit;
import org.busbench.mutants.wire.Call;
import org.busbench.mutants.wire.Caller;
import org.busbench.mutants.wire.Loop;
import org.busbench.mutants.wire.Response;

/** Asks again when the backend takes its time, and takes the answer that comes first: while all goes well nobody notices. */
final class Impatience implements Conduct {
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private final Turn turn;
    private final Loop loop;

    Impatience(Turn turn, Loop loop) {
        this.turn = turn;
        this.loop = loop;
    }

    @Override
    public Caller calls(Caller right) {
        return (call, outcome) -> {
            Once once = new Once(outcome);
            right.call(call, once);
            if (turn.comes()) {
                loop.later(PATIENCE_NANOS, () -> askAgain(right, call, once));
            }
        };
    }

    private static void askAgain(Caller right, Call call, Once once) {
        if (!once.told) {
            right.call(call, once);
        }
    }

    /** Tells the first of two outcomes. */
    private static final class Once implements Caller.Outcome {
        private final Caller.Outcome outcome;
        private boolean told;

        private Once(Caller.Outcome outcome) {
            this.outcome = outcome;
        }

        @Override
        public void answered(Response response) {
            if (!told) {
                told = true;
                outcome.answered(response);
            }
        }

        @Override
        public void failed(String why) {
            if (!told) {
                told = true;
                outcome.failed(why);
            }
        }
    }
}
