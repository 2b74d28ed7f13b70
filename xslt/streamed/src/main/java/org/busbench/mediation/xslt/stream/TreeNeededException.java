package org.busbench.mediation.xslt.stream;

/** The message needs a tree. Thrown before any byte of the result has left the transducer; carries no stack trace. */
public final class TreeNeededException extends Exception {

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
