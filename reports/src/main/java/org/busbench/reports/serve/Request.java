package org.busbench.reports.serve;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked for. No step of the path is empty, {@code .} or {@code ..}, and none holds a separator or a control
 * character, whatever the encoding.
 *
 * @param folder whether it ends with a slash
 * @param query values by name, in order
 */
record Request(List<String> path, boolean folder, Map<String, List<String>> query) {

    Request {
        path = List.copyOf(path);
        query = Map.copyOf(query);
    }

    /** Reads a request's target in origin form (RFC 9112, section 3.2.1); a {@link BadRequest} says what is wrong with any other. */
    static Request of(URI target) {
        String raw = target.getRawPath();
        if (target.getRawAuthority() != null || target.getScheme() != null || raw == null || !raw.startsWith("/")) {
            throw new BadRequest("the target of the request is no path");
        }
        boolean folder = raw.endsWith("/");
        List<String> steps = new ArrayList<>();
        String inner = raw.substring(1, folder && raw.length() > 1 ? raw.length() - 1 : raw.length());
        if (!inner.isEmpty()) {
            for (String step : inner.split("/", -1)) {
                steps.add(step(decoded(step.replace("+", "%2B"))));
            }
        }
        return new Request(steps, folder, query(target.getRawQuery()));
    }

    /** All values of a name; empty when there is none. */
    List<String> all(String name) {
        return query.getOrDefault(name, List.of());
    }

    /** The first value of a name; empty text when there is none. */
    String first(String name) {
        return all(name).stream().findFirst().orElse("");
    }

    /** A name as one relative step of a link; never taken for a scheme. */
    static String link(String name) {
        return "./" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String step(String step) {
        boolean plain = !step.isEmpty()
                && !step.equals(".")
                && !step.equals("..")
                && step.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
        if (!plain) {
            throw new BadRequest("the path of the request has a step that names no file");
        }
        return step;
    }

    private static Map<String, List<String>> query(String raw) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            values.computeIfAbsent(name, unused -> new ArrayList<>())
                    .add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
        return values;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new BadRequest("the target of the request is not encoded as RFC 3986 says: " + e.getMessage());
        }
    }

    /** A request that is answered with 400; the message is one line for people. */
    static final class BadRequest extends RuntimeException {

        private static final long serialVersionUID = 1L;

        BadRequest(String message) {
            super(message);
        }
    }
}
