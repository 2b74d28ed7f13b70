package org.busbench.record;

/** The role of an adapter in a comparison. */
public enum Role implements Keyed {
    /** A system under test. */
    MEDIATOR,
    /** A system that does no mediation and brackets the others. */
    CONTROL;
}
