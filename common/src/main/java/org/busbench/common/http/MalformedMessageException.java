package org.busbench.common.http;

import java.io.IOException;
import java.io.Serial;

/** The bytes received are no HTTP/1.1 message. The text says what is wrong, with the offending bytes. */
public final class MalformedMessageException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    public MalformedMessageException(String message) {
        super(message);
    }
}
