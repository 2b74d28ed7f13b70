package org.busbench.mediation.xslt.stream;

/** A piece of a template. Immutable, shared by all threads. */
interface Instruction {

    /** Writes what it makes of a node. */
    void run(Transducer run, int node) throws GaveUp;

    /** How much of the node it looks at. */
    Reach reach();
}
