package org.busbench.mediation.compile;

/** Where the messages of a proxy are mediated. */
public sealed interface Lane {

    /**
     * On the I/O thread that owns both connections.
     *
     * @param flow what is done
     */
    record Fast(Flow flow) implements Lane {}

    /**
     * By the Synapse engine, with unchanged behaviour.
     *
     * @param reason what the fast lane does not know, in words
     */
    record Engine(String reason) implements Lane {}
}
