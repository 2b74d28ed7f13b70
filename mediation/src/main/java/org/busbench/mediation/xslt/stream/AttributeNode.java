package org.busbench.mediation.xslt.stream;

/** Attributes as nodes of a {@link Fragment}: negative numbers made of the element's node and the attribute's index there. */
final class AttributeNode {

    /** The highest index. */
    static final int MOST = 0x3FF;

    private static final int BITS = 10;

    private AttributeNode() {}

    static boolean is(int node) {
        return node < 0;
    }

    static int of(int element, int index) {
        return -1 - (element << BITS | index);
    }

    static int element(int attribute) {
        return (-1 - attribute) >> BITS;
    }

    static int index(int attribute) {
        return (-1 - attribute) & MOST;
    }
}
