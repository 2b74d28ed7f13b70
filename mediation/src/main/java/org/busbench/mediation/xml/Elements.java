package org.busbench.mediation.xml;

import java.util.Arrays;

/** Reads tags, and knows which elements are open. Confined to the tokenizer's thread. */
abstract class Elements extends CharacterData {
    private final Limits limits;
    private final TagReader reader;
    private final Scanner scan = new Scanner();

    private Vocabulary vocabulary;
    private Tag[] open = new Tag[32];
    private int depth;
    /** Of the element that began or ended last. */
    private Tag last;

    private boolean lastEnded;
    private boolean selfClosed;

    Elements(Limits limits) {
        this.limits = limits;
        this.reader = new TagReader(limits);
    }

    /** No element is open; tags are those of that vocabulary from now on. */
    final void begin(Vocabulary known) {
        vocabulary = known;
        reader.use(known);
        scan.reset();
        depth = 0;
        open[0] = known.document();
        last = open[0];
        lastEnded = false;
        selfClosed = false;
    }

    @Override
    final void moved(int by) {
        scan.move(by);
    }

    /**
     * {@return the tag of the element that began or ended}
     */
    public final Tag tag() {
        return last;
    }

    /**
     * {@return how many elements are open; the one that just began counts, the one that just ended does not}
     */
    public final int depth() {
        return depth;
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
            if (place == Place.CONTENT && !selfClosed) {
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
     * Passes what comes as it came before: known tags, end tags without white space, plain text; halts before the last end tag, or the child that is not
     * dull, at the latest.
     */
    private void runThrough(int until, NameSet dull) {
        byte[] bytes = in;
        int to = limit;
        Tag[] around = open;
        int most = Math.min(limits.depth(), around.length - 1);
        int at = pos;
        int inside = depth;
        Tag innermost = around[inside];
        Tag before = last;
        boolean ended = lastEnded;
        while (at < to) {
            int from = at;
            // Tags mostly follow tags or short texts, and a look at one byte costs less than one at eight.
            if (bytes[at] != '<') {
                at = Bytes.plain(bytes, at, to);
            }
            if (inside - 1 > until && innermost.end.stands(bytes, at, to)) {
                at += innermost.end.length();
                before = innermost;
                ended = true;
                innermost = around[--inside];
            }
            // What followed an end tag before mostly follows at once.
            Tag guess = ended ? before.afterEnd : before.afterStart;
            if (guess != null
                    && guess.outer == innermost.inner
                    && inside < most
                    && (inside > until + 1 || dull.contains(guess.name))
                    && guess.raw.stands(bytes, at, to)) {
                at += guess.raw.length();
                before = guess;
                ended = guess.empty;
                if (!ended) {
                    around[++inside] = guess;
                    innermost = guess;
                }
            } else if (at == from) {
                at = Bytes.content(bytes, at, to);
                if (at == from) {
                    break;
                }
            }
        }
        pos = at;
        depth = inside;
        last = before;
        lastEnded = ended;
    }

    /**
     * Reads on to the end of the element that has just begun, if there is nothing inside but text that may stand so in a result, too: printable ASCII
     * without {@code <}, {@code >}, {@code &}, and without some other characters that are rare. Reads nothing otherwise.
     *
     * @return whether the element has ended; its text goes {@link #from} {@link #to}, and may be empty
     */
    public final boolean leaf() {
        if (place != Place.CONTENT || lastEnded || selfClosed) {
            return false;
        }
        int to = Bytes.verbatim(in, pos, limit);
        Spelling end = open[depth].end;
        if (!end.stands(in, to, limit)) {
            return false;
        }
        piece(to);
        pos += end.length();
        close();
        return true;
    }

    final Token content() {
        if (selfClosed) {
            selfClosed = false;
            return close();
        }
        int p = pos;
        if (p < limit && in[p] != '<') {
            return text();
        }
        if (limit - p < 2) {
            return starved();
        }
        byte second = in[p + 1];
        if (second == '/') {
            return endTag();
        }
        return second == '!' || second == '?' ? markup() : startTag();
    }

    final Token startTag() {
        Scope scope = open[depth].inner;
        Tag guess = lastEnded ? last.afterEnd : last.afterStart;
        if (guess != null && guess.outer == scope && guess.raw.stands(in, pos, limit)) {
            return open(guess);
        }
        int end = scan.tagEnd(in, pos, limit);
        if (end == Scanner.INCOMPLETE) {
            return limit - pos > limits.tagBytes() ? odd(pos, tooLong()) : starved();
        }
        if (end == Scanner.ODD || end - pos < 3) {
            return odd(pos, "a < that begins no tag");
        }
        if (end - pos > limits.tagBytes()) {
            return odd(pos, tooLong());
        }
        int hash = Bytes.hash(in, pos, end);
        Tag found = vocabulary.find(in, pos, end, scope, hash);
        if (found == null) {
            found = reader.read(in, pos, end, scope, hash);
            if (found == null) {
                return odd(reader.at(), reader.problem());
            }
        }
        if (lastEnded) {
            last.afterEnd = found;
        } else {
            last.afterStart = found;
        }
        return open(found);
    }

    private String tooLong() {
        return "a start tag of more than " + limits.tagBytes() + " bytes";
    }

    private Token open(Tag found) {
        if (depth == limits.depth()) {
            return odd(pos, "more than " + limits.depth() + " elements inside one another");
        }
        if (++depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
        }
        open[depth] = found;
        last = found;
        lastEnded = false;
        selfClosed = found.empty;
        pos += found.raw.length();
        if (depth == 1) {
            place = Place.CONTENT;
        }
        return Token.START;
    }

    private Token endTag() {
        Spelling whole = open[depth].end;
        if (whole.stands(in, pos, limit)) {
            pos += whole.length();
            return close();
        }
        byte[] expected = whole.bytes;
        int name = expected.length - 1;
        int common = Math.min(name, limit - pos);
        if (Arrays.mismatch(in, pos, pos + common, expected, 0, common) >= 0) {
            return odd(pos, "an end tag that does not match its start tag");
        }
        if (common < name) {
            return starved();
        }
        int p = pos + name;
        while (p < limit && Characters.isSpace(in[p])) {
            p++;
        }
        if (p == limit) {
            return p - pos > limits.tagBytes() ? odd(pos, "an end tag that is too long") : starved();
        }
        if (in[p] != '>') {
            return odd(pos, "an end tag that does not match its start tag");
        }
        pos = p + 1;
        return close();
    }

    private Token close() {
        last = open[depth--];
        lastEnded = true;
        if (depth == 0) {
            place = Place.EPILOG;
        }
        return Token.END;
    }
}
