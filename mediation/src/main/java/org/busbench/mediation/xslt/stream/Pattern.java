package org.busbench.mediation.xslt.stream;

import java.util.List;

/**
 * A match pattern: a path of names from some ancestor, or from the document, down to the nodes that are meant.
 *
 * @param steps names of elements, outermost first
 * @param target what is meant: the last element of the path, or something in it
 * @param attribute which attributes, for {@link Target#ATTRIBUTE}
 * @param deep whether the text or attribute may be anywhere below the path
 * @param condition what must be true of the node as well, or null
 * @param mode index of the mode
 * @param priority higher ones are asked first
 * @param order place in the stylesheet: of equal priority the later ones are asked first
 * @param template what to do
 */
record Pattern(
        List<Step> steps,
        Target target,
        NameTest attribute,
        boolean deep,
        Condition condition,
        int mode,
        double priority,
        int order,
        Template template)
        implements Comparable<Pattern> {

    /** Kinds of nodes. */
    enum Target {
        DOCUMENT,
        ELEMENT,
        TEXT,
        ATTRIBUTE
    }

    /**
     * A step of the path.
     *
     * @param test the element's name
     * @param anywhere whether any number of elements may stand between it and the one before
     */
    record Step(NameTest test, boolean anywhere) {}

    Pattern {
        steps = List.copyOf(steps);
    }

    /** The one that is asked first comes first. */
    @Override
    public int compareTo(Pattern other) {
        int byPriority = Double.compare(other.priority, priority);
        return byPriority != 0 ? byPriority : Integer.compare(other.order, order);
    }
}
