package org.busbench.mediation.xml;

/**
 * End tags, then start tags, as they came before between two texts, with only white space between them. The tokenizer recognises the whole sequence by its
 * bytes where the same elements are open, so its tags need no check of their own. It is kept by the tag of the innermost element before it.
 *
 * <p>Immutable but for its place in that list. Confined to the thread of its tokenizer.
 */
final class TagSequence extends BytePattern {
    /** The tag that comes last in it. */
    final Tag last;
    /** Whether that is an end tag. */
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

    /** {@code closed} from the innermost element outwards, {@code opened} from the outermost inwards. */
    TagSequence(byte[] bytes, Tag[] closed, Tag around, Tag[] opened) {
        super(bytes);
        this.closed = closed;
        this.around = around;
        this.opened = opened;
        this.closes = closed.length;
        this.opens = opened.length;
        this.sibling = closes == 1 && opens == 1;
        this.ended = opens == 0;
        this.last = ended ? closed[closes - 1] : opened[opens - 1];
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
        return rest > until || (rest == until && (ended || ignorable.contains(opened[0].name)));
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
        return at;
    }
}
