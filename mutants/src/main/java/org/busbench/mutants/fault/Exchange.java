package org.busbench.mutants.fault;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;

/** Gives two clients that ask for the same symbol at the same time each other's answer: nothing but the nonce tells. */
final class Exchange implements Conduct {
    private static final Pattern SYMBOL = Pattern.compile("[<:](?:symbol|Code)>([^<]*)</");

    private final Turn turn;
    private final Map<String, Waiting> waiting = new HashMap<>();

    /** One whose request is kept until the next one for its symbol comes. */
    private record Waiting(Request request, Consumer<Response> answer) {}

    Exchange(Turn turn) {
        this.turn = turn;
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            Matcher symbol = SYMBOL.matcher(new String(request.body(), java.nio.charset.StandardCharsets.ISO_8859_1));
            if (!request.method().equals("POST") || !symbol.find()) {
                right.handle(request, answer);
                return;
            }
            Waiting other = waiting.remove(symbol.group(1));
            if (other != null) {
                right.handle(other.request(), answer);
                right.handle(request, other.answer());
            } else if (turn.comes()) {
                waiting.put(symbol.group(1), new Waiting(request, answer));
            } else {
                right.handle(request, answer);
            }
        };
    }
}
