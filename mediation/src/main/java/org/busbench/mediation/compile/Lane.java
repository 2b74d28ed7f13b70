package org.busbench.mediation.compile;

import org.busbench.mediation.fastlane.Flow;

/** Where the messages of a proxy are mediated. */
public sealed interface Lane {

    /** Mediates on the I/O thread that owns both connections. */
    record Fast(Flow flow) implements Lane {}

    /**
     * By the Synapse engine.
     *
     * @param reason why the proxy was not compiled, in words
     */
    record Engine(String reason) implements Lane {}
}
