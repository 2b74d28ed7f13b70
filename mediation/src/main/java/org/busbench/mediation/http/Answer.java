package org.busbench.mediation.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * An answer that no backend gave.
 *
 * @param status 200 to 599
 * @param contentType of the body, or null
 * @param fields further fields
 * @param body the content; taken over when it is sent
 */
public record Answer(int status, String contentType, HeadEdits fields, SliceQueue body) {
    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(201, "Created"),
            Map.entry(202, "Accepted"),
            Map.entry(204, "No Content"),
            Map.entry(400, "Bad Request"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(408, "Request Timeout"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"));

    /** Checks the status. */
    public Answer {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("no status of an answer: " + status);
        }
    }

    /** {@return an answer with content} */
    public static Answer of(int status, String contentType, byte[] content) {
        return new Answer(status, contentType, HeadEdits.NONE, SliceQueue.of(content));
    }

    /** {@return an answer for people} */
    public static Answer text(int status, String text) {
        return of(status, "text/plain; charset=UTF-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    String reason() {
        return reason(status);
    }

    /** Returns what the status line says beside the number. */
    static String reason(int status) {
        return REASONS.getOrDefault(status, "");
    }

    boolean mayHaveBody() {
        return status != 204 && status != 304;
    }
}
