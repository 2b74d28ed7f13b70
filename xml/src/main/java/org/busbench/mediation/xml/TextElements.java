package org.busbench.mediation.xml;

/**
 * Elements that {@link Tokenizer#read} has read as a whole: each holds nothing but a text, which a result may copy as it stands. Good until the tokenizer's
 * bytes move.
 *
 * <p>Confined to the thread of its tokenizer, and is used again.
 */
public final class TextElements {

    private static final int MOST = 64;

    /** Whether the end tag of the element around them follows. */
    boolean areAll;

    private final Tag[] tags = new Tag[MOST];
    private final int[] tagFrom = new int[MOST];
    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    private int count;
    private boolean plain = true;

    /** Forgets them. */
    public void clear() {
        count = 0;
        plain = true;
    }

    boolean hasRoom() {
        return count < MOST;
    }

    void add(Tag tag, int tagAt, int textFrom, int textTo) {
        tags[count] = tag;
        tagFrom[count] = tagAt;
        from[count] = textFrom;
        to[count++] = textTo;
        plain &= textFrom < textTo && !tag.hasAttributes;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** {@return the tag of the element at an index from 0} */
    public Tag tag(int index) {
        return tags[index];
    }

    /** Index of the first byte of its start tag. */
    public int tagFrom(int index) {
        return tagFrom[index];
    }

    /** Index of the first byte of its text. */
    public int from(int index) {
        return from[index];
    }

    /** Index after the last byte of its text. */
    public int to(int index) {
        return to[index];
    }

    /** Whether they are all that the element around them holds, none has attributes, and none is empty. */
    public boolean areRecord() {
        return areAll && plain && count > 0;
    }
}
