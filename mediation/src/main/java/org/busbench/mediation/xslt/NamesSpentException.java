package org.busbench.mediation.xslt;

import java.util.concurrent.CompletionStage;

/**
 * The message brings a new name, and the pool of names is spent. Nothing of the message was written. Transform it again when the pool is renewed.
 */
public final class NamesSpentException extends TransformationException {

    private static final long serialVersionUID = 1L;

    private final transient CompletionStage<Void> renewed;

    NamesSpentException(CompletionStage<Void> renewed, Throwable cause) {
        super(Kind.STYLESHEET, "messages bring new names faster than stylesheets can be compiled anew", cause);
        this.renewed = renewed;
    }

    /** Completed when the message can be transformed, on the thread that renews: hand over at once. */
    public CompletionStage<Void> renewed() {
        return renewed;
    }
}
