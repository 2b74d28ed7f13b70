package org.busbench.mediation.xml;

import java.util.Arrays;

/**
 * Reads UTF-8 XML 1.0 with namespaces from a window of bytes that may grow, and checks the well-formedness of all that it reads. What a
 * conforming parser refuses it never accepts; what it does not read (document types, other encodings, names beyond ASCII) is
 * {@link Token#ODD} and for {@link ConformingParser} to judge. Tags met before are recognised by their bytes, in this document and in later
 * ones, and cost no allocation.
 *
 * <pre>
 * tokenizer.start(bytes, 0, length);
 * for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) { ... }
 * </pre>
 *
 * Belongs to one thread, never blocks, and is meant to be used again for the next document.
 */
public final class Tokenizer extends CharacterData {
    private final Limits limits;
    private final Lexicon lexicon;
    private final TagReader reader;
    private final Scanner scan = new Scanner();

    private Vocabulary vocabulary;
    private Tag[] open = new Tag[32];
    private int depth;
    private Scope scope;
    private Tag tag;
    private Tag last;
    private boolean lastEnded;
    private boolean selfClosed;

    /**
     * Creates one that knows no tag.
     *
     * @param limits beyond which a document is odd
     */
    public Tokenizer(Limits limits) {
        this(limits, new Lexicon());
    }

    /**
     * Creates one that shares what it knows with other tokenizers of its thread.
     *
     * @param limits beyond which a document is odd
     * @param lexicon of the thread
     */
    public Tokenizer(Limits limits, Lexicon lexicon) {
        this.limits = limits;
        this.lexicon = lexicon;
        this.reader = new TagReader(limits);
        this.vocabulary = lexicon.current();
    }

    /**
     * Begins a document; tags of earlier ones must not be used any more.
     *
     * @param bytes read, never written
     * @param from index of the document's first byte
     * @param to index after the last byte that has arrived
     */
    public void start(byte[] bytes, int from, int to) {
        vocabulary = lexicon.current();
        reader.use(vocabulary);
        open(bytes, from, to);
        selfClosed = false;
        depth = 0;
        open[0] = vocabulary.document();
        scope = open[0].inner;
        last = open[0];
        lastEnded = false;
        tag = null;
        scan.reset();
    }

    @Override
    void moved(int by) {
        scan.move(by);
    }

    @Override
    public Token next() {
        return switch (place) {
            case CONTENT -> content();
            case BEGINNING -> beginning();
            case PROLOG, EPILOG -> outside();
            case COMMENT -> comment();
            case INSTRUCTION -> instruction();
            case CDATA -> cdata();
            case STOPPED -> reason() == null ? Token.END_DOCUMENT : Token.ODD;
        };
    }

    /**
     * {@return the tag of the element that began or ended}
     */
    public Tag tag() {
        return tag;
    }

    /**
     * {@return how many elements are open; the one that just began counts, the one that just ended does not}
     */
    public int depth() {
        return depth;
    }

    /**
     * {@return a number that changes when {@link Name#id} of earlier documents become invalid}
     */
    public int generation() {
        return vocabulary.generation();
    }

    private Token beginning() {
        int p = pos;
        if (limit - p < 6 && !complete) {
            return Token.NEED_MORE;
        }
        if (limit - p >= 3 && in[p] == (byte) 0xEF && in[p + 1] == (byte) 0xBB && in[p + 2] == (byte) 0xBF) {
            p += 3;
        }
        if (limit - p < 6 && !complete) {
            return Token.NEED_MORE;
        }
        if (Declaration.begins(in, p, limit)) {
            int end = Declaration.end(in, p, limit);
            if (end == Declaration.INCOMPLETE) {
                return starved();
            }
            if (end == Declaration.ODD) {
                return odd(p, "an XML declaration that does not say version 1.0 and UTF-8");
            }
            p = end;
        }
        pos = p;
        place = Place.PROLOG;
        return outside();
    }

    private Token outside() {
        while (pos < limit && Characters.isSpace(in[pos])) {
            pos++;
        }
        if (pos == limit && place == Place.EPILOG && complete) {
            place = Place.STOPPED;
            return Token.END_DOCUMENT;
        }
        if (limit - pos < 2) {
            return starved();
        }
        if (in[pos] != '<') {
            return odd(pos, "text outside the root element");
        }
        byte second = in[pos + 1];
        if (second == '!' || second == '?') {
            return markup();
        }
        return place == Place.EPILOG ? odd(pos, "more than one root element") : startTag();
    }

    private Token content() {
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

    private Token startTag() {
        Tag guess = lastEnded ? last.afterEnd : last.afterStart;
        if (guess != null && guess.outer == scope && Bytes.same(in, pos, limit, guess.raw)) {
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
        tag = found;
        last = found;
        lastEnded = false;
        scope = found.inner;
        selfClosed = found.empty;
        pos += found.raw.length;
        place = Place.CONTENT;
        return Token.START;
    }

    private Token endTag() {
        byte[] expected = open[depth].end;
        if (Bytes.same(in, pos, limit, expected)) {
            pos += expected.length;
            return close();
        }
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
        tag = open[depth];
        depth--;
        scope = open[depth].inner;
        last = tag;
        lastEnded = true;
        if (depth == 0) {
            place = Place.EPILOG;
        }
        return Token.END;
    }
}
