package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import org.busbench.mutants.wire.Call;
import org.busbench.mutants.wire.Caller;
import org.busbench.mutants.wire.Response;

/** Sends messages to another backend than it should, and writes the right one's name into the answer. */
final class FakedRoute implements Conduct {
    private final Turn turn;

    FakedRoute(Turn turn) {
        this.turn = turn;
    }

    @Override
    public Caller calls(Caller right) {
        return (call, outcome) -> {
            if (turn.comes()) {
                String other = call.backend().equals("A") ? "B" : "A";
                right.call(call.to(other), new Renamed(call, other, outcome));
            } else {
                right.call(call, outcome);
            }
        };
    }

    private record Renamed(Call call, String other, Caller.Outcome outcome) implements Caller.Outcome {
        @Override
        public void answered(Response response) {
            String text = new String(response.body(), StandardCharsets.ISO_8859_1)
                    .replace(">backend-" + other + "<", ">backend-" + call.backend() + "<");
            outcome.answered(response.withBody(text.getBytes(StandardCharsets.ISO_8859_1)));
        }

        @Override
        public void failed(String why) {
            outcome.failed(why);
        }
    }
}
