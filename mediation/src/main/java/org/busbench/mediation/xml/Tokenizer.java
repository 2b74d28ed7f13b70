package org.busbench.mediation.xml;

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
public final class Tokenizer extends Passage {
    private final Lexicon lexicon;
    private Vocabulary vocabulary;

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
        super(limits);
        this.lexicon = lexicon;
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
        open(bytes, from, to);
        begin(vocabulary);
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
}
