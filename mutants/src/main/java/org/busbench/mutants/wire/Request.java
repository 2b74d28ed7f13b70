package org.busbench.mutants.wire;

/**
 * A whole request of a client. The body's bytes must not be changed.
 *
 * @param path the path, without the query
 * @param query what follows the question mark, or empty
 * @param host the Host header, or null
 * @param contentType the Content-Type, or null
 * @param contentCoding the Content-Encoding, or null
 * @param soapAction the SOAPAction, or null
 * @param key the X-API-Key, or null
 * @param body the bytes of the body; none: length 0
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Request(
        String method,
        String path,
        String query,
        String host,
        String contentType,
        String contentCoding,
        String soapAction,
        String key,
        byte[] body) {

    /** The same with another body, in the same coding. */
    public Request withBody(byte[] other) {
        return new Request(method, path, query, host, contentType, contentCoding, soapAction, key, other);
    }

    /** The same, of which nothing says that it is in a content coding. */
    public Request withoutContentCoding() {
        return new Request(method, path, query, host, contentType, null, soapAction, key, body);
    }
}
