package org.busbench.mediation.xslt;

import java.util.concurrent.CompletionStage;

/**
 * The message needs a Saxon that is not there: it brings a new name and the pool of names is spent, or it is the first one that needs a tree. Nothing of it
 * was written. Transform it again when the stylesheets are compiled.
 */
public final class SaxonNotReadyException extends TransformationException {

    private static final long serialVersionUID = 1L;

    private final transient CompletionStage<Void> ready;

    SaxonNotReadyException(String message, CompletionStage<Void> ready, Throwable cause) {
        super(Kind.STYLESHEET, message, cause);
        this.ready = ready;
    }

    /** Completed when the message can be transformed, on the thread that compiles: hand over at once. */
    public CompletionStage<Void> ready() {
        return ready;
    }
}
