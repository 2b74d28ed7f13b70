package org.busbench.common.http;

import java.io.IOException;
import java.io.Serial;

/** What was received is no HTTP/1.1 message; the text says what is wrong, with the offending bytes. */
public final class MalformedMessageException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    public MalformedMessageException(String message) {
        super(message);
    }
}
