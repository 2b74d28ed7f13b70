package org.busbench.mediation.xpath;

/** How an expression is decided. */
public enum Lane {
    /** While the message streams by; reading stops at the decision. */
    STREAM,
    /** On a tree of the whole message. */
    TREE,
    /** Not here: it needs what only the Synapse engine has. */
    ENGINE
}
