package org.busbench.backend.instance;

import java.io.IOException;

/** An instance's address cannot be bound. The message names instance and address. */
public final class BindFailedException extends IOException {
    private static final long serialVersionUID = 1;

    public BindFailedException(Instance instance, Exception cause) {
        super(
                "cannot listen on " + instance.host() + ":" + instance.port() + " for " + instance.name() + ": "
                        + cause.getMessage(),
                cause);
    }
}
