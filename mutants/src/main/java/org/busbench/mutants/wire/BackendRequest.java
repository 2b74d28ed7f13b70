package org.busbench.mutants.wire;

/**
 * A message to a backend. The body's bytes must not be changed.
 *
 * @param path where the backend is asked
 * @param soapAction the SOAPAction, or null
 * @param body the bytes of the body
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record BackendRequest(String backend, String path, String contentType, String soapAction, byte[] body) {

    public BackendRequest to(String other) {
        return new BackendRequest(other, path, contentType, soapAction, body);
    }
}
