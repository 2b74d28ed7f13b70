package org.busbench.mediation.xml;

/**
 * The tags and names that tokenizers have met, for all tokenizers of one thread: whichever of them reads a message, a tag that one has met is
 * known to all, and a tokenizer of its own costs little. Confined to that thread.
 */
public final class Lexicon {
    private Vocabulary current = new Vocabulary(0);

    /** Creates an empty one. */
    public Lexicon() {}

    /** For a document that begins now; documents under way keep theirs. */
    Vocabulary current() {
        if (current.isFull()) {
            current = new Vocabulary(current.generation() + 1);
        }
        return current;
    }
}
