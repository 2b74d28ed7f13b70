package org.busbench.mutants.fault;

import org.busbench.mutants.wire.Call;
import org.busbench.mutants.wire.Caller;
import org.busbench.mutants.wire.Response;

/** Sends some messages to the backend twice. */
final class Repeats implements Conduct {
    private final Turn turn;
    private final boolean first;

    private Repeats(Turn turn, boolean first) {
        this.turn = turn;
        this.first = first;
    }

    /** Sends them side by side and takes the first one's answer. */
    static Conduct sideBySide(Turn turn) {
        return new Repeats(turn, true);
    }

    /** Throws the first answer away and asks again, as one does who retries what may have arrived. */
    static Conduct oneAfterTheOther(Turn turn) {
        return new Repeats(turn, false);
    }

    @Override
    public Caller calls(Caller right) {
        return (call, outcome) -> {
            if (!turn.comes()) {
                right.call(call, outcome);
            } else if (first) {
                right.call(call, outcome);
                right.call(call, new Ignored());
            } else {
                right.call(call, new Again(right, call, outcome));
            }
        };
    }

    private static final class Ignored implements Caller.Outcome {
        @Override
        public void answered(Response response) {
            // Nobody waits for it.
        }

        @Override
        public void failed(String why) {
            // Nobody waits for it.
        }
    }

    private record Again(Caller right, Call call, Caller.Outcome outcome) implements Caller.Outcome {
        @Override
        public void answered(Response response) {
            right.call(call, outcome);
        }

        @Override
        public void failed(String why) {
            right.call(call, outcome);
        }
    }
}
