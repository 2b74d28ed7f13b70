package org.busbench.mediation.xslt.stream;

/** This message is one for the tree: thrown before anybody has seen a byte of the result. Carries no stack. */
final class TreeNeededException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean odd;

    TreeNeededException(String reason) {
        this(reason, false);
    }

    private TreeNeededException(String reason, boolean odd) {
        super(reason, null, false, false);
        this.odd = odd;
    }

    /** The tokenizer does not read the message, or it holds comments or instructions, which a stylesheet may copy. */
    static TreeNeededException odd() {
        return new TreeNeededException("what the tokenizer leaves to the conforming parser", true);
    }

    /** Whether it is the tokenizer that gave up. */
    boolean isOdd() {
        return odd;
    }
}
