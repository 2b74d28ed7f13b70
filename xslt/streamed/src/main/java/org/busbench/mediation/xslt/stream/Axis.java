package org.busbench.mediation.xslt.stream;

import static org.busbench.mediation.xslt.stream.SourceBuffer.NOTHING;

import org.busbench.mediation.xslt.stream.SourceBuffer.AttributeNode;

/** Directions in which a path may go (XPath 1.0 section 2.2), without that of namespaces. */
public enum Axis {
    SELF,
    CHILD,
    DESCENDANT,
    DESCENDANT_OR_SELF,
    ATTRIBUTE,
    PARENT,
    ANCESTOR,
    ANCESTOR_OR_SELF,
    FOLLOWING_SIBLING,
    PRECEDING_SIBLING,
    FOLLOWING,
    PRECEDING;

    /** Whether it stays inside of the node. */
    public boolean goesDown() {
        return compareTo(ATTRIBUTE) <= 0;
    }

    /** Whether its nodes come in the order of the document. */
    boolean goesForward() {
        return goesDown() || this == PARENT || this == FOLLOWING_SIBLING || this == FOLLOWING;
    }

    /**
     * The first node there in the order of the axis, or {@link SourceBuffer#NOTHING}. What the axis goes through has been read: the node of one that goes
     * down, the source of every other.
     */
    int first(SourceBuffer source, int node) {
        boolean attribute = AttributeNode.is(node);
        return switch (this) {
            case SELF, DESCENDANT_OR_SELF, ANCESTOR_OR_SELF -> node;
            case CHILD, DESCENDANT -> attribute ? NOTHING : before(node + 1, source.end(node));
            case ATTRIBUTE -> attribute || source.attributes(node) == 0 ? NOTHING : AttributeNode.of(node, 0);
            case PARENT, ANCESTOR -> source.around(node);
            case FOLLOWING_SIBLING -> attribute ? NOTHING : siblingAfter(source, node);
            case PRECEDING_SIBLING -> attribute ? NOTHING : siblingBefore(source, node);
            case FOLLOWING -> before(attribute ? source.around(node) + 1 : source.end(node), source.end(0));
            case PRECEDING -> endedBefore(source, origin(source, node), origin(source, node));
        };
    }

    /** The node there that comes after one of these. */
    int next(SourceBuffer source, int node, int one) {
        return switch (this) {
            case SELF, PARENT -> NOTHING;
            case CHILD -> before(source.end(one), source.end(node));
            case DESCENDANT -> before(one + 1, source.end(node));
            case DESCENDANT_OR_SELF -> AttributeNode.is(node) ? NOTHING : before(one + 1, source.end(node));
            case ATTRIBUTE -> {
                int index = AttributeNode.index(one) + 1;
                yield index < source.attributes(node) ? AttributeNode.of(node, index) : NOTHING;
            }
            case ANCESTOR, ANCESTOR_OR_SELF -> source.around(one);
            case FOLLOWING_SIBLING -> siblingAfter(source, one);
            case PRECEDING_SIBLING -> siblingBefore(source, one);
            case FOLLOWING -> before(one + 1, source.end(0));
            case PRECEDING -> endedBefore(source, one, origin(source, node));
        };
    }

    private static int before(int node, int end) {
        return node < end ? node : NOTHING;
    }

    private static int siblingAfter(SourceBuffer source, int node) {
        int around = source.around(node);
        return around == NOTHING ? NOTHING : before(source.end(node), source.end(around));
    }

    private static int siblingBefore(SourceBuffer source, int node) {
        int around = source.around(node);
        int sibling = node - 1;
        if (around == NOTHING || sibling == around) {
            return NOTHING;
        }
        for (int outer = source.around(sibling); outer != around; outer = source.around(outer)) {
            sibling = outer;
        }
        return sibling;
    }

    private static int origin(SourceBuffer source, int node) {
        return AttributeNode.is(node) ? source.around(node) : node;
    }

    /** The last node before one that has ended where the origin begins: those that have not are around the origin. */
    private static int endedBefore(SourceBuffer source, int one, int origin) {
        for (int there = one - 1; there > 0; there--) {
            if (source.end(there) <= origin) {
                return there;
            }
        }
        return NOTHING;
    }
}
