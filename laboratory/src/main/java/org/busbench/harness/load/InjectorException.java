package org.busbench.harness.load;

import java.io.IOException;

/** The injector could not do its work: it died, or refused the plan. It is the rig that failed, not the system under test. */
public final class InjectorException extends IOException {

    private static final long serialVersionUID = 1L;

    public InjectorException(String message) {
        super(message);
    }
}
