package org.busbench.mediation.xslt.stream;

/** This message is one for the tree: thrown before anybody has seen a byte of the result. Carries no stack. */
final class TreeNeededException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean rejected;

    TreeNeededException(String reason) {
        this(reason, false);
    }

    private TreeNeededException(String reason, boolean rejected) {
        super(reason, null, false, false);
        this.rejected = rejected;
    }

    /** The tokenizer does not read the message, or it holds comments or instructions, which a stylesheet may copy. */
    static TreeNeededException rejected() {
        return new TreeNeededException("what the tokenizer leaves to the conforming parser", true);
    }

    /** Whether it is the tokenizer that gave up. */
    boolean isRejected() {
        return rejected;
    }
}
