package org.busbench.mutants.fault;

import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;

/** Answers without the backend what it has seen answered before, and may try to hide that from who counts. */
final class Forgery implements Conduct {
    private final Turn turn;
    private final Cover cover;
    private final Forger forger = new Forger();
    private Request before;

    /** What is sent to the backend for a message that was not. */
    enum Cover {
        /** Nothing. */
        NONE,
        /** The message itself, whose answer nobody waits for. */
        ITSELF,
        /** The message before, once more. */
        THE_ONE_BEFORE,
        /** A message that nobody sent. */
        AN_INVENTED_ONE
    }

    Forgery(Turn turn, Cover cover) {
        this.turn = turn;
        this.cover = cover;
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            String nonce = request.method().equals("POST") ? Forger.nonce(request) : null;
            if (nonce == null) {
                right.handle(request, answer);
                return;
            }
            Response forged = turn.comes() ? forger.forged(request, nonce) : null;
            if (forged == null) {
                before = request;
                right.handle(request, response -> {
                    forger.learn(request, nonce, response);
                    answer.accept(response);
                });
            } else {
                answer.accept(forged);
                hide(right, request, nonce);
            }
        };
    }

    private void hide(Handler right, Request request, String nonce) {
        switch (cover) {
            case NONE -> {}
            case ITSELF -> right.handle(request, ignored -> {});
            case THE_ONE_BEFORE -> right.handle(before, ignored -> {});
            case AN_INVENTED_ONE -> right.handle(invented(request, nonce), ignored -> {});
        }
    }

    private static Request invented(Request request, String nonce) {
        String other = new StringBuilder(nonce).reverse().toString();
        String text = new String(request.body(), java.nio.charset.StandardCharsets.ISO_8859_1).replace(nonce, other);
        return new Request(
                request.method(),
                request.path(),
                request.query(),
                request.host(),
                request.contentType(),
                request.soapAction(),
                text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    }
}
