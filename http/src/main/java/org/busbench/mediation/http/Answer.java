package org.busbench.mediation.http;

import java.nio.charset.StandardCharsets;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.head.Framing;
import org.busbench.mediation.http.head.HeadEdits;

/**
 * An answer of the mediator's own.
 *
 * @param status 200 to 599
 * @param contentType of the body, or null
 * @param body the content; taken over when it is sent
 */
public record Answer(int status, String contentType, HeadEdits fields, SliceQueue body) {
    /** Checks the status. */
    public Answer {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("no status of an answer: " + status);
        }
    }

    public static Answer of(int status, String contentType, byte[] content) {
        return new Answer(status, contentType, HeadEdits.NONE, SliceQueue.of(content));
    }

    public static Answer text(int status, String text) {
        return of(status, "text/plain; charset=UTF-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    boolean mayHaveBody() {
        return status != 204 && status != 304;
    }

    Framing framing() {
        return mayHaveBody() ? Framing.fixed(body.bytes()) : Framing.NONE;
    }
}
