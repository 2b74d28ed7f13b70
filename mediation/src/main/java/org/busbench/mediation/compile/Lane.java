package org.busbench.mediation.compile;

import java.util.List;
import org.busbench.mediation.fastlane.Flow;

/** Where the messages of a proxy are mediated. */
public sealed interface Lane {

    /** A line for each step of the flow, with its sequence, its element and its way: compiled, embedded, fails or engine, and why. Empty if no step was looked at. */
    List<String> steps();

    /** Mediates on the I/O thread that owns both connections. */
    record Fast(Flow flow, List<String> steps) implements Lane {}

    /**
     * By the Synapse engine.
     *
     * @param reason why the proxy was not compiled, in words
     */
    record Engine(String reason, List<String> steps) implements Lane {}
}
