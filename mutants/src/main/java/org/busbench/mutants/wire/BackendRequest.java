package org.busbench.mutants.wire;

/**
 * A message to a backend. Nobody changes the body's bytes.
 *
 * @param backend the letter of the backend
 * @param contentType the Content-Type
 * @param soapAction the SOAPAction, or null
 * @param body the bytes of the body
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record BackendRequest(String backend, String contentType, String soapAction, byte[] body) {

    /**
     * The same message to another backend.
     *
     * @param other the backend's letter
     * @return the message
     */
    public BackendRequest to(String other) {
        return new BackendRequest(other, contentType, soapAction, body);
    }
}
