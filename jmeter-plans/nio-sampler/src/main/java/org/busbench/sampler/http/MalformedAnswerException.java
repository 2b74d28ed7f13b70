package org.busbench.sampler.http;

import java.io.Serial;

/** What was received is not an HTTP/1.1 answer. */
public final class MalformedAnswerException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * A fault in an answer.
     *
     * @param message what is wrong, with the offending text
     */
    public MalformedAnswerException(String message) {
        super(message);
    }
}
