package org.busbench.mediation.xml;

import java.util.Arrays;

/** Reads on past what nobody asks about: with all checks, without tokens. Confined to the tokenizer's thread. */
abstract class Passage extends Elements {
    private static final int MOST_TAGS = 8;
    private static final int MOST_BYTES = 256;

    private final Tag[] closed = new Tag[MOST_TAGS];

    Passage(Limits limits) {
        super(limits);
    }

    /**
     * Reads on, with all checks, to the end of an element, or to the first child of it that is not dull: what stands before is not told. To be asked again
     * after {@link Token#NEED_MORE}.
     *
     * @param until how many elements are open around that element; less than {@link #depth}
     * @param dull names of children that are skipped, with all that is inside; whatever is inside of another child that is open already is, too
     * @return {@link Token#END} of the element, {@link Token#START} of a child, {@link Token#NEED_MORE} or {@link Token#ODD}, as {@link #next} would at last
     */
    public final Token skip(int until, NameSet dull) {
        while (true) {
            if (isInside()) {
                runThrough(until, dull);
            }
            Token token = next();
            if (token == Token.NEED_MORE
                    || token == Token.ODD
                    || (token == Token.END && depth == until)
                    || (token == Token.START && depth == until + 2 && !dull.contains(last.name))) {
                return token;
            }
        }
    }

    /**
     * Passes what comes as it came before: plain text, and the tags between two texts at once; halts before the last end tag, or the child that is not
     * dull, at the latest.
     */
    private void runThrough(int until, NameSet dull) {
        byte[] bytes = in;
        int to = limit;
        Tag[] around = open;
        int most = most();
        int at = pos;
        int inside = depth;
        Tag innermost = around[inside];
        Seam passed = null;
        while (at < to) {
            // Tags mostly follow short texts, and a look at one byte costs less than one at eight.
            if (bytes[at] != '<') {
                at = Plain.TEXT.end(bytes, at, to);
            }
            Seam seam = innermost.seams;
            while (seam != null
                    && !(seam.stands(bytes, at, to)
                            && seam.isDull(inside, until, dull)
                            && seam.fits(around, inside, most))) {
                seam = seam.other;
            }
            if (seam == null) {
                halt(at, inside, passed);
                if (!passTags(until, dull) && !passContent()) {
                    return;
                }
                passed = null;
                at = pos;
                inside = depth;
                innermost = around[inside];
            } else {
                at += seam.length();
                inside = seam.pass(around, inside);
                innermost = seam.ended ? around[inside] : seam.last;
                passed = seam;
            }
        }
        halt(at, inside, passed);
    }

    private void halt(int at, int inside, Seam passed) {
        pos = at;
        depth = inside;
        if (passed != null) {
            last = passed.last;
            lastEnded = passed.ended;
        }
    }

    private boolean passContent() {
        int to = Bytes.content(in, pos, limit);
        boolean passed = to > pos;
        pos = to;
        return passed;
    }

    /** Passes known tags one by one, end tags before start tags, and remembers them for the next time; false when there is none. */
    private boolean passTags(int until, NameSet dull) {
        int from = pos;
        int closes = 0;
        int opens = 0;
        boolean complete = false;
        int at = from;
        while (at < limit && in[at] == '<') {
            Spelling end = open[depth].end;
            if (opens == 0 && closes < MOST_TAGS && depth - 1 > until && end.stands(in, at, limit)) {
                closed[closes++] = open[depth];
                last = open[depth--];
                lastEnded = true;
                pos = at + end.length();
            } else {
                Tag guess = lastEnded ? last.afterEnd : last.afterStart;
                boolean comes = isExpected(guess, until, dull) && guess.raw.stands(in, at, limit);
                complete = comes ? guess.empty || opens == MOST_TAGS : opens > 0 && end.stands(in, at, limit);
                if (!comes || (complete && pos > from)) {
                    break;
                }
                pos = at + guess.raw.length();
                last = guess;
                lastEnded = guess.empty;
                if (guess.empty) {
                    return true;
                }
                open[++depth] = guess;
                opens++;
            }
            at = pos;
            while (at < limit && (in[at] == ' ' || in[at] == '\n' || in[at] == '\t')) {
                at++;
            }
            complete = at < limit && in[at] != '<';
        }
        if (complete && pos > from && pos - from <= MOST_BYTES) {
            remember(from, closes, opens);
        }
        return pos > from;
    }

    private boolean isExpected(Tag guess, int until, NameSet dull) {
        return guess != null
                && guess.outer == open[depth].inner
                && depth < most()
                && (depth > until + 1 || dull.contains(guess.name));
    }

    private void remember(int from, int closes, int opens) {
        Tag around = open[depth - opens];
        Tag innermost = closes > 0 ? closed[0] : around;
        if (vocabulary().admitsSeam(innermost)) {
            Seam seam = new Seam(
                    Arrays.copyOfRange(in, from, pos),
                    Arrays.copyOf(closed, closes),
                    around,
                    Arrays.copyOfRange(open, depth - opens + 1, depth + 1));
            seam.other = innermost.seams;
            innermost.seams = seam;
        }
    }
}
