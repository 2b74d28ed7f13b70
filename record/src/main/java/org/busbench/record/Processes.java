package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/**
 * The three parties of a trial, each apart; null for one that does not exist (as the mediator of {@code direct}), was
 * gone, or was not measured.
 */
public record Processes(
        ProcessUse mediator,
        ProcessUse backend,
        ProcessUse injector,
        @JsonInclude(Include.NON_NULL) String notMeasured) {

    public static final Processes NONE = new Processes(null, null, null, null);

    /** Refuses figures of a mediator that was not measured. */
    public Processes {
        if (notMeasured != null) {
            Required.text(notMeasured, "processes.notMeasured");
            if (mediator != null) {
                throw new IllegalArgumentException("'processes.notMeasured' must not come with 'processes.mediator'");
            }
        }
    }
}
