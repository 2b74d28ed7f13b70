package org.busbench.mediation.xslt.stream;

/**
 * Nodes that a step leads to.
 *
 * @param names bits of the {@link NameTest}s of which one must match an element or attribute
 * @param text whether texts are meant too
 */
record NodeTest(long names, boolean text) {

    NodeTest or(NodeTest other) {
        return new NodeTest(names | other.names, text || other.text);
    }
}
