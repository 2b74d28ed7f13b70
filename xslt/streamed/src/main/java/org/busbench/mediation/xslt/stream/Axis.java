package org.busbench.mediation.xslt.stream;

import java.util.stream.IntStream;
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

    /** The nodes there in the order of the axis; the source has been read to its end. */
    IntStream from(SourceBuffer source, int node) {
        boolean attribute = AttributeNode.is(node);
        int around = source.around(node);
        int begin = attribute ? around : node;
        int inside = begin + 1;
        int end = attribute ? inside : source.end(node);
        boolean alone = attribute || around == SourceBuffer.NOTHING;
        return switch (this) {
            case SELF -> IntStream.of(node);
            case CHILD -> siblings(source, inside, end);
            case DESCENDANT -> IntStream.range(inside, end);
            case DESCENDANT_OR_SELF -> IntStream.concat(IntStream.of(node), IntStream.range(inside, end));
            case ATTRIBUTE ->
                IntStream.range(0, attribute ? 0 : source.attributes(node)).map(i -> AttributeNode.of(node, i));
            case PARENT -> IntStream.of(around).filter(there -> there != SourceBuffer.NOTHING);
            case ANCESTOR -> outwards(source, around);
            case ANCESTOR_OR_SELF -> outwards(source, node);
            case FOLLOWING_SIBLING -> siblings(source, end, alone ? end : source.end(around));
            case PRECEDING_SIBLING ->
                backwards(siblings(source, around + 1, alone ? around : node).toArray());
            case FOLLOWING -> IntStream.range(end, source.end(0));
            case PRECEDING ->
                backwards(IntStream.range(1, begin)
                        .filter(there -> source.end(there) <= begin)
                        .toArray());
        };
    }

    private static IntStream siblings(SourceBuffer source, int from, int end) {
        return IntStream.iterate(from, node -> node < end, source::end);
    }

    private static IntStream outwards(SourceBuffer source, int from) {
        return IntStream.iterate(from, node -> node != SourceBuffer.NOTHING, source::around);
    }

    private static IntStream backwards(int[] nodes) {
        return IntStream.rangeClosed(1, nodes.length).map(i -> nodes[nodes.length - i]);
    }
}
