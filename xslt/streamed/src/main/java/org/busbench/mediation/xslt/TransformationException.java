package org.busbench.mediation.xslt;

/** A message that could not be transformed; nothing of it was written. */
public sealed class TransformationException extends Exception permits SaxonNotReadyException {

    private static final long serialVersionUID = 1L;

    /** Whose fault it is. */
    public enum Kind {
        /** The message is malformed, or holds what is not accepted in messages. */
        MALFORMED,
        /** The message is no SOAP envelope with something in its body. */
        NO_SOURCE,
        /** The stylesheet failed on it, or made something that is no single element. */
        STYLESHEET
    }

    private final Kind kind;

    /**
     * What went wrong.
     *
     * @param cause what found it, or null
     */
    public TransformationException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Whose fault it is. */
    public Kind kind() {
        return kind;
    }
}
