package org.busbench.mediation.xml;

/**
 * Tags between two texts as they came before, with nothing but white space between them: end tags, then start tags. Recognised as a whole by its bytes, where
 * the same elements are open; so its tags need no check of their own. Kept by the tag of the element that is innermost before it.
 *
 * <p>Immutable but for its place in that list; confined to the thread of its tokenizer.
 */
final class Seam extends Spelling {
    /** The tag that comes last in it. */
    final Tag last;
    /** Whether that is an end tag. */
    final boolean ended;

    /** Another one that begins where this does. */
    Seam other;

    private final Tag around;
    private final int closes;
    private final int opens;
    /** Whether one element ends and one begins, as most do. */
    private final boolean sibling;

    private final Tag[] closed;
    private final Tag[] opened;

    /** All of it, the elements that end in it from the innermost outwards, the one around, those that begin from the outermost inwards. */
    Seam(byte[] bytes, Tag[] closed, Tag around, Tag[] opened) {
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

    /** Whether these open elements, so many of them, are those among which it came; the innermost is. At most so many may be open. */
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

    /** Whether it leaves more than {@code until} elements open, and begins none inside of just one more whose name is not dull. */
    boolean isDull(int depth, int until, NameSet dull) {
        int rest = depth - closes - 1;
        return rest > until || (rest == until && (ended || dull.contains(opened[0].name)));
    }

    /** How many elements are open behind it; those that begin in it are among the open ones then. */
    int pass(Tag[] open, int depth) {
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
