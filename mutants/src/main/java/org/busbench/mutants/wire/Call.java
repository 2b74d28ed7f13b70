package org.busbench.mutants.wire;

/**
 * A message to a backend. Nobody changes the body's bytes.
 */
public final class Call {
    private final String backend;
    private final String contentType;
    private final String soapAction;
    private final byte[] body;

    /**
     * All of it.
     *
     * @param backend the letter of the backend
     * @param contentType the Content-Type
     * @param soapAction the SOAPAction, or null
     * @param body the bytes of the body
     */
    public Call(String backend, String contentType, String soapAction, byte[] body) {
        this.backend = backend;
        this.contentType = contentType;
        this.soapAction = soapAction;
        this.body = body;
    }

    /**
     * The letter of the backend.
     *
     * @return it
     */
    public String backend() {
        return backend;
    }

    /**
     * The Content-Type.
     *
     * @return it
     */
    public String contentType() {
        return contentType;
    }

    /**
     * The SOAPAction, or null.
     *
     * @return it
     */
    public String soapAction() {
        return soapAction;
    }

    /**
     * The bytes of the body.
     *
     * @return it
     */
    public byte[] body() {
        return body;
    }

    /**
     * The same message to another backend.
     *
     * @param other the backend's letter
     * @return the message
     */
    public Call to(String other) {
        return new Call(other, contentType, soapAction, body);
    }
}
