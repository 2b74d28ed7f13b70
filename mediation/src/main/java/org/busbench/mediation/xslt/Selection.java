package org.busbench.mediation.xslt;

/** Which part of a message a stylesheet gets, and its result replaces. */
public enum Selection {
    /** The first element in the SOAP body: what Synapse takes when the mediator names no source. */
    FIRST_IN_BODY,
    /** The whole envelope. */
    ENVELOPE
}
