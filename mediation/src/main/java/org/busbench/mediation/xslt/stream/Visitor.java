package org.busbench.mediation.xslt.stream;

/** What is done with each node of a selection. */
interface Visitor {

    /** Does it with one; the run knows the node. */
    void visit(Transducer run, int node) throws GaveUp;
}
