package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;

/** Answers from a cache, and may try to hide that from the backend's counters. */
final class CachedAnswers implements Fault {
    private final FaultRate rate;
    private final Cover cover;
    private final AnswerCache forger = new AnswerCache();
    private Request before;

    /** The message that goes to the backend in place of one answered from the cache. */
    enum Cover {
        NONE,
        /** The message itself; its answer is ignored. */
        ITSELF,
        /** The message before, once more. */
        THE_ONE_BEFORE,
        /** A message that no client sent. */
        AN_INVENTED_ONE
    }

    CachedAnswers(FaultRate rate, Cover cover) {
        this.rate = rate;
        this.cover = cover;
    }

    @Override
    public Handler requests(Handler right) {
        return (request, answer) -> {
            String nonce = request.method().equals("POST") ? AnswerCache.nonce(request) : null;
            if (nonce == null) {
                right.handle(request, answer);
                return;
            }
            Response forged = rate.isNext() ? forger.forged(request, nonce) : null;
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
        return request.withBody(Response.changed(request.body(), text -> text.replace(nonce, other)));
    }

    /** Keeps answers, and makes answers to equal requests from them, with the right nonce put in. */
    static final class AnswerCache {
        private static final Pattern NONCE = Pattern.compile("[rR]ef>([0-9a-zA-Z]{1,64})</");
        private static final String PLACE = "\u0000";
        private static final int MAX_LEARNED = 20_000;

        private final Map<String, Response> learned = new HashMap<>();

        /** The nonce of a request, or null. */
        static String nonce(Request request) {
            Matcher matcher = NONCE.matcher(text(request.body()));
            return matcher.find() ? matcher.group(1) : null;
        }

        void learn(Request request, String nonce, Response response) {
            if (response.status() == 200 && learned.size() < MAX_LEARNED) {
                learned.putIfAbsent(key(request, nonce), response.changed(text -> text.replace(nonce, PLACE)));
            }
        }

        /** An answer that the backend has not given, or null when there is nothing to make it of. */
        Response forged(Request request, String nonce) {
            Response template = learned.get(key(request, nonce));
            return template == null ? null : template.changed(text -> text.replace(PLACE, nonce));
        }

        private static String key(Request request, String nonce) {
            return request.path() + text(request.body()).replace(nonce, PLACE);
        }

        private static String text(byte[] body) {
            return new String(body, StandardCharsets.ISO_8859_1);
        }
    }
}
