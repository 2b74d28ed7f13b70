package org.busbench.mediation.xpath;

import java.util.List;
import org.busbench.mediation.xpath.XPathValues.Comparison;
import org.busbench.mediation.xpath.syntax.NameTest;

/**
 * A location path that can be followed forwards: where it begins, steps down through elements, and what it takes of the last one.
 *
 * @param steps from element to element
 * @param below whether {@code tail} is taken of all descendants of those elements too, as in {@code //@id}
 * @param attribute name of the attributes that it selects, for {@link Tail#ATTRIBUTE} only
 * @param firstOnly whether only the first selected node counts, as in {@code (//a)[1]}
 */
record Path(Origin origin, List<Step> steps, Tail tail, boolean below, NameTest attribute, boolean firstOnly) {

    /** Where a path begins. */
    enum Origin {
        DOCUMENT,
        ENVELOPE,
        HEADER,
        BODY
    }

    /** The kinds of nodes that a path selects. */
    enum Tail {
        ELEMENT,
        ATTRIBUTE,
        TEXT
    }

    /**
     * One step to child elements, or to descendants when it follows {@code //}.
     *
     * @param descendant whether {@code //} stands before it
     * @param position the how-manieth of each parent's children that pass the test, from 1; 0 for all
     * @param attributes what their attributes must be; positions are counted before
     * @param value what must stand in the element, or null; asked last
     */
    record Step(boolean descendant, NameTest test, int position, List<AttributeTest> attributes, ValueTest value) {
        boolean conditional() {
            return position > 0 || !attributes.isEmpty() || value != null;
        }
    }

    /**
     * The element has such an attribute, or has none.
     *
     * @param comparison what its value must be, or null
     */
    record AttributeTest(NameTest name, Comparison comparison) {}

    /**
     * The element has such a text.
     *
     * @param child the child element whose string value is compared, or null for the element itself
     * @param comparison what the value must be
     */
    record ValueTest(NameTest child, Comparison comparison) {}
}
