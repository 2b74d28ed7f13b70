package org.busbench.record;

/**
 * The three parties of a trial, each apart; null for one that does not exist (as the mediator of {@code direct}) or was
 * gone.
 *
 * @param mediator the system under test
 * @param backend the service behind it
 * @param injector what made the load
 */
public record Processes(ProcessUse mediator, ProcessUse backend, ProcessUse injector) {

    /** None of the three was measured. */
    public static final Processes NONE = new Processes(null, null, null);
}
