package org.busbench.mediation.xml;

/**
 * How much of a document is read before it is refused.
 *
 * @param depth elements that may stand inside one another
 * @param attributes attributes and namespace declarations of one element
 * @param tagBytes bytes of one start tag
 */
public record Limits(int depth, int attributes, int tagBytes) {

    /** The needs of messages, with much to spare. */
    public static final Limits DEFAULT = new Limits(1000, 256, 64 * 1024);

    /** Checks that each is positive. */
    public Limits {
        if (depth < 1 || attributes < 1 || tagBytes < 8) {
            throw new IllegalArgumentException("limits must be positive and tagBytes 8 or more: depth " + depth
                    + ", attributes " + attributes + ", tagBytes " + tagBytes);
        }
    }
}
