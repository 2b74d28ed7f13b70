package org.busbench.mediation.xpath;

import org.busbench.mediation.xml.Tag;

/**
 * Where an element stands in a message.
 *
 * @param tag not to be used when another message is read
 * @param depth 1 for the root element
 * @param from index of the first byte
 * @param contentFrom index after the start tag
 * @param contentTo index of the end tag; like {@code contentFrom} and {@code to} if there is none
 * @param to index after the end tag
 */
public record ElementSpan(Tag tag, int depth, int from, int contentFrom, int contentTo, int to) {

    /** Whether it is written as an empty tag. */
    public boolean isEmptyTag() {
        return contentFrom == to;
    }
}
