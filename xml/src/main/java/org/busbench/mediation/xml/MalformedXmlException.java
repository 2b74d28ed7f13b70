package org.busbench.mediation.xml;

/** A document is not well-formed, or holds what is not accepted (a document type, say). The message is one line and says where. */
public final class MalformedXmlException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The cause is the parser's own exception, or null. */
    public MalformedXmlException(String message, Throwable cause) {
        super(message, cause);
    }
}
