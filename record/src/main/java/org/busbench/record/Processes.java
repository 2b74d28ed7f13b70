package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/**
 * The three parties of a trial, each apart; null for one that does not exist (as the mediator of {@code direct}), was
 * gone, or was not measured.
 *
 * @param mediator the system under test
 * @param backend the service behind it
 * @param injector what made the load
 * @param notMeasured why nothing is known of the mediator's use though it served, as a sentence without a full stop; null
 *     when it was measured, or there is none
 */
public record Processes(
        ProcessUse mediator,
        ProcessUse backend,
        ProcessUse injector,
        @JsonInclude(Include.NON_NULL) String notMeasured) {

    /** None of the three was measured. */
    public static final Processes NONE = new Processes(null, null, null);

    /** Refuses figures of a mediator that was not measured. */
    @JsonCreator
    public Processes {
        if (notMeasured != null) {
            Required.text(notMeasured, "processes.notMeasured");
            if (mediator != null) {
                throw new IllegalArgumentException("'processes.notMeasured' must not come with 'processes.mediator'");
            }
        }
    }

    /**
     * Parties that were measured where they exist.
     *
     * @param mediator the system under test
     * @param backend the service behind it
     * @param injector what made the load
     */
    public Processes(ProcessUse mediator, ProcessUse backend, ProcessUse injector) {
        this(mediator, backend, injector, null);
    }
}
