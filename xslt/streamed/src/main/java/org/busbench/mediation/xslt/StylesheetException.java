package org.busbench.mediation.xslt;

/** A stylesheet that cannot be used; the message says which, where and why. */
public final class StylesheetException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * What is wrong.
     *
     * @param cause what found it, or null
     */
    public StylesheetException(String message, Throwable cause) {
        super(message, cause);
    }
}
