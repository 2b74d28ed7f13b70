package org.busbench.sampler.message;

import java.io.Serial;

/** The sampler's settings cannot be run. */
public final class SettingException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public SettingException(String message) {
        super(message);
    }
}
