package org.busbench.mediation.xpath;

/**
 * A question about the nodes that a path selects.
 *
 * @param path which nodes
 * @param want what to know of them
 * @param comparison for {@link Want#ANY}, else null
 */
record Leaf(Path path, Want want, Comparison comparison) {

    /** What a question is about. */
    enum Want {
        /** Boolean: is there one? */
        EXISTS,
        /** Boolean: does the comparison hold for the string value of one of them? */
        ANY,
        /** Double: how many are there? */
        COUNT,
        /** String: the string value of the first, empty when there is none. */
        FIRST_VALUE,
        /** String: the first one's local name, empty when there is none. */
        FIRST_LOCAL_NAME,
        /** String: the first one's namespace, empty when there is none. */
        FIRST_NAMESPACE,
        /** String: what Synapse makes of all of them: elements' own texts, texts and attribute values, one after the other. */
        TEXTS
    }
}
