package org.busbench.mediation.xml;

/**
 * A document is not well-formed, or is nothing that is read here (a document type, say). The message is one line and says where.
 */
public final class MalformedXmlException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Creates one.
     *
     * @param message what is wrong, and at which line and column
     * @param cause the parser's own exception, or null
     */
    public MalformedXmlException(String message, Throwable cause) {
        super(message, cause);
    }
}
