package org.busbench.mediation.config;

import java.io.Serial;

/** The mediator was told something that it cannot work with; the message is one line that says what, where and what to do. */
public final class BadConfigException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    public BadConfigException(String message) {
        super(message);
    }

    public BadConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
