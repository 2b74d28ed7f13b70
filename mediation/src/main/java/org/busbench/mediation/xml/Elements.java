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
     * Reads on, with all checks, until no more than so many elements are open: what stands before is not told. To be asked again after
     * {@link Token#NEED_MORE}.
     *
     * @param until less than {@link #depth}
     * @return {@link Token#END}, {@link Token#NEED_MORE} or {@link Token#ODD}, as {@link #next} would at last
     */
    public final Token skip(int until) {
        while (true) {
            if (place == Place.CONTENT && !selfClosed) {
                runThrough(until);
            }
            Token token = next();
            if (token == Token.NEED_MORE || token == Token.ODD || (token == Token.END && depth == until)) {
                return token;
            }
        }
    }

    /** Passes what comes as it came before: known tags, end tags without white space, plain text; halts before the last end tag at the latest. */
    private void runThrough(int until) {
        byte[] bytes = in;
        int to = limit;
        int at = pos;
        Tag before = last;
        boolean ended = lastEnded;
        while (true) {
            at = Bytes.content(bytes, at, to);
            if (to - at < 2 || bytes[at] != '<') {
                break;
            }
            if (bytes[at + 1] == '/') {
                Tag closed = open[depth];
                if (depth - 1 == until || !closed.end.stands(bytes, at, to)) {
                    break;
                }
                at += closed.end.length();
                before = closed;
                ended = true;
                depth--;
                continue;
            }
            Tag guess = ended ? before.afterEnd : before.afterStart;
            if (guess == null
                    || guess.outer != open[depth].inner
                    || depth == limits.depth()
                    || depth + 1 == open.length
                    || !guess.raw.stands(bytes, at, to)) {
                break;
            }
            at += guess.raw.length();
            before = guess;
            ended = guess.empty;
            if (!ended) {
                open[++depth] = guess;
            }
        }
        pos = at;
        last = before;
        lastEnded = ended;
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
