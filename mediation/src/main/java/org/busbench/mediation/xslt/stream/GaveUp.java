package org.busbench.mediation.xslt.stream;

/** This message is one for the tree: thrown before anybody has seen a byte of the result. Carries no stack. */
final class GaveUp extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean odd;

    GaveUp(String reason) {
        this(reason, false);
    }

    private GaveUp(String reason, boolean odd) {
        super(reason, null, false, false);
        this.odd = odd;
    }

    /** The tokenizer does not read the message, or it holds comments or instructions, which a stylesheet may copy. */
    static GaveUp odd() {
        return new GaveUp("what the tokenizer leaves to the conforming parser", true);
    }

    /** Whether it is the tokenizer that gave up. */
    boolean isOdd() {
        return odd;
    }
}
