package org.busbench.mediation.xml;

import java.util.Arrays;

/** Reads tags, and knows which elements are open. Confined to the tokenizer's thread. */
abstract class Elements extends CharacterData {
    private final Limits limits;
    private final TagReader reader;
    private final Scanner scan = new Scanner();

    /** Of the elements around, from the document on. */
    Tag[] open = new Tag[32];

    int depth;
    /** Of the element that began or ended last. */
    Tag last;

    boolean lastEnded;
    private Vocabulary vocabulary;
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

    final Vocabulary vocabulary() {
        return vocabulary;
    }

    /** Whether what comes is inside of an element, and no part of a longer thing. */
    final boolean isInside() {
        return place == Place.CONTENT && !selfClosed;
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
     * Reads on to the end of the element that has just begun, if there is nothing inside but text that may stand so in a result, too: printable ASCII
     * without {@code <}, {@code >}, {@code &}, and without some other characters that are rare. Reads nothing otherwise.
     *
     * @return whether the element has ended; its text goes {@link #from} {@link #to}, and may be empty
     */
    public final boolean leaf() {
        if (place != Place.CONTENT || lastEnded || selfClosed) {
            return false;
        }
        int to = Plain.VERBATIM.end(in, pos, limit);
        Spelling end = open[depth].end;
        if (!end.stands(in, to, limit)) {
            return false;
        }
        piece(to);
        pos += end.length();
        close();
        return true;
    }

    /**
     * Reads the next element at once, if it is the one that came here the last time and there is nothing inside but text, as {@link #leaf} wants it. Reads
     * nothing otherwise.
     *
     * @return its tag, or null; its text goes {@link #from} {@link #to}, and may be empty
     */
    public final Tag nextLeaf() {
        Tag guess = lastEnded ? last.afterEnd : last.afterStart;
        if (guess == null
                || guess.empty
                || guess.outer != open[depth].inner
                || !isInside()
                || depth == limits.depth()
                || !guess.raw.stands(in, pos, limit)) {
            return null;
        }
        int from = pos + guess.raw.length();
        int to = Plain.VERBATIM.end(in, from, limit);
        if (!guess.end.stands(in, to, limit)) {
            return null;
        }
        pos = from;
        piece(to);
        pos += guess.end.length();
        last = guess;
        lastEnded = true;
        return guess;
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

    /** As many elements may be open without more room for them. */
    final int most() {
        return Math.min(limits.depth(), open.length - 1);
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
