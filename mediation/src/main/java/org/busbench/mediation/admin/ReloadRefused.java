package org.busbench.mediation.admin;

import java.io.Serial;

/** The configuration was not taken, and the one before goes on. The message is one line that says why. */
public final class ReloadRefused extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * With a reason.
     *
     * @param message one line
     * @param cause what was found wrong
     */
    public ReloadRefused(String message, Throwable cause) {
        super(message, cause);
    }
}
