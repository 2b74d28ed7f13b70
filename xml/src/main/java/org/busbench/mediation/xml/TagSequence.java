package org.busbench.mediation.xml;

import java.util.Arrays;

/**
 * End tags, then start tags, as they came before between two texts, with only white space between them. The tokenizer recognises the whole sequence by its
 * bytes where the same elements are open, so its tags need no check of their own. The values of attributes may be others each time. The sequence is kept by
 * the tag of the innermost element before it.
 *
 * <p>Immutable but for its place in that list. Confined to the thread of its tokenizer.
 */
final class TagSequence extends BytePattern {
    /** The tag that comes last in it. */
    final Tag last;
    /** Whether that is an end tag or an empty element tag. */
    final boolean ended;

    /** Another one that begins where this does. */
    TagSequence other;

    private final Tag around;
    private final int closes;
    private final int opens;
    /** Whether one element ends and one begins, as most do. */
    private final boolean sibling;

    private final Tag[] closed;
    private final Tag[] opened;
    /** What follows its first bytes: attributes' values, each with the bytes after it. */
    private final AfterValue[] rest;

    /** The bytes from the quote that closes the value of an attribute to the value of the next one, or to the end of the sequence. */
    private static final class AfterValue extends BytePattern {
        private final WrittenAttribute attribute;

        AfterValue(WrittenAttribute attribute, byte[] bytes) {
            super(bytes);
            this.attribute = attribute;
        }
    }

    private TagSequence(Draft draft, byte[] first, AfterValue[] rest, Tag around) {
        super(first);
        this.rest = rest;
        this.closed = Arrays.copyOf(draft.closed, draft.closes);
        this.around = around;
        this.opened = Arrays.copyOf(draft.opened, draft.opens);
        this.closes = closed.length;
        this.opens = opened.length;
        this.sibling = closes == 1 && opens == 1 && !draft.empty;
        this.ended = opens == 0 || draft.empty;
        this.last = opens == 0 ? closed[closes - 1] : opened[opens - 1];
    }

    /** Index after it if it stands at {@code at}, with values that stand for themselves; else -1. */
    int end(byte[] in, int at, int limit) {
        if (!matches(in, at, limit)) {
            return -1;
        }
        return rest.length == 0 ? at + length() : restEnd(in, at + length(), limit);
    }

    private int restEnd(byte[] in, int from, int limit) {
        int at = from;
        for (AfterValue next : rest) {
            at = next.attribute.valueEnd(in, at, limit);
            if (at < 0 || !next.matches(in, at, limit)) {
                return -1;
            }
            at += next.length();
        }
        return at;
    }

    /** Whether the {@code depth} open elements are those among which it came (the innermost is), and no more than {@code most} will be open. */
    boolean fits(Tag[] open, int depth, int most) {
        int rest = depth - closes;
        return open[rest] == around && (sibling || endsFit(open, depth, most));
    }

    private boolean endsFit(Tag[] open, int depth, int most) {
        for (int i = 1; i < closes; i++) {
            if (open[depth - i] != closed[i]) {
                return false;
            }
        }
        return depth - closes + opens <= most;
    }

    /** Whether it leaves more than {@code until} elements open, and begins no element that {@link Tokenizer#skip} has to tell of. */
    boolean isIgnorable(int depth, int until, NameSet ignorable) {
        int rest = depth - closes - 1;
        if (ignorable.isDeep()) {
            return rest >= until && areIn(ignorable);
        }
        return rest > until || (rest == until && (opens == 0 || ignorable.contains(opened[0].name)));
    }

    private boolean areIn(NameSet names) {
        for (Tag tag : opened) {
            if (!names.contains(tag.name)) {
                return false;
            }
        }
        return true;
    }

    /** Puts the elements that begin in it on the stack of open ones; returns how many are open after it. */
    int apply(Tag[] open, int depth) {
        if (sibling) {
            open[depth] = last;
            return depth;
        }
        int at = depth - closes;
        for (Tag tag : opened) {
            open[++at] = tag;
        }
        return ended && opens > 0 ? at - 1 : at;
    }

    /** A sequence in the making. Used again for the next one. */
    static final class Draft {
        private static final int MOST_TAGS = 8;
        private static final int MOST_VALUES = 32;
        private static final int MOST_BYTES = 256;

        private final Tag[] closed = new Tag[MOST_TAGS];
        private final Tag[] opened = new Tag[MOST_TAGS];
        private final WrittenAttribute[] attributes = new WrittenAttribute[MOST_VALUES];
        private final int[] valueFrom = new int[MOST_VALUES];
        private final int[] valueTo = new int[MOST_VALUES];
        private int closes;
        private int opens;
        private boolean empty;
        private int values;
        private int valueBytes;

        void begin() {
            closes = 0;
            opens = 0;
            empty = false;
            values = 0;
            valueBytes = 0;
        }

        boolean mayClose() {
            return opens == 0 && closes < MOST_TAGS;
        }

        boolean isFull() {
            return opens == MOST_TAGS;
        }

        boolean opens() {
            return opens > 0;
        }

        /** How many elements begin in it and do not end. */
        int depth() {
            return empty ? opens - 1 : opens;
        }

        void close(Tag tag) {
            closed[closes++] = tag;
        }

        void open(Tag tag, boolean isEmpty) {
            opened[opens++] = tag;
            empty = isEmpty;
        }

        boolean hasRoom(int moreValues) {
            return values + moreValues <= MOST_VALUES;
        }

        /** Takes the value of an attribute of the tag that is opened next. */
        void value(WrittenAttribute attribute, int from, int to) {
            attributes[values] = attribute;
            valueFrom[values] = from;
            valueTo[values++] = to;
            valueBytes += to - from;
        }

        /** Whether so many bytes, values included, are few enough to be remembered. */
        boolean isShort(int bytes) {
            return bytes - valueBytes <= MOST_BYTES;
        }

        /** The tag of the innermost element before it, when it stands in an element with that tag. */
        Tag innermost(Tag around) {
            return closes > 0 ? closed[0] : around;
        }

        TagSequence sequence(byte[] in, int from, int to, Tag around) {
            AfterValue[] rest = new AfterValue[values];
            for (int i = 0; i < values; i++) {
                int end = i + 1 < values ? valueFrom[i + 1] : to;
                rest[i] = new AfterValue(attributes[i], Arrays.copyOfRange(in, valueTo[i], end));
            }
            return new TagSequence(this, Arrays.copyOfRange(in, from, values > 0 ? valueFrom[0] : to), rest, around);
        }
    }
}
