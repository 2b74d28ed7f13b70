package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;

/** Learns what is answered, and makes answers of its own: those of an equal request, with the right nonce put in. */
final class Forger {
    private static final Pattern NONCE = Pattern.compile("[rR]ef>([0-9a-zA-Z]{1,64})</");
    private static final String PLACE = "\u0000";
    private static final int MOST_LEARNED = 20_000;

    private final Map<String, Response> learned = new HashMap<>();

    /** The nonce of a request, or null. */
    static String nonce(Request request) {
        Matcher matcher = NONCE.matcher(text(request.body()));
        return matcher.find() ? matcher.group(1) : null;
    }

    void learn(Request request, String nonce, Response response) {
        if (response.status() == 200 && learned.size() < MOST_LEARNED) {
            String template = text(response.body()).replace(nonce, PLACE);
            learned.putIfAbsent(key(request, nonce), response.withBody(bytes(template)));
        }
    }

    /** An answer that the backend has not given, or null when there is nothing to make it of. */
    Response forged(Request request, String nonce) {
        Response template = learned.get(key(request, nonce));
        return template == null
                ? null
                : template.withBody(bytes(text(template.body()).replace(PLACE, nonce)));
    }

    private static String key(Request request, String nonce) {
        return request.path() + text(request.body()).replace(nonce, PLACE);
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
