package org.busbench.mutants.wire;

/**
 * A whole request of a client. Nobody changes the body's bytes.
 */
public final class Request {
    private final String method;
    private final String path;
    private final String query;
    private final String host;
    private final String contentType;
    private final String soapAction;
    private final byte[] body;

    /**
     * All of it.
     *
     * @param method the method
     * @param path the path, without the query
     * @param query what follows the question mark, or empty
     * @param host the Host header, or null
     * @param contentType the Content-Type, or null
     * @param soapAction the SOAPAction, or null
     * @param body the bytes of the body; none: length 0
     */
    public Request(
            String method, String path, String query, String host, String contentType, String soapAction, byte[] body) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.host = host;
        this.contentType = contentType;
        this.soapAction = soapAction;
        this.body = body;
    }

    /**
     * The method.
     *
     * @return it
     */
    public String method() {
        return method;
    }

    /**
     * The path, without the query.
     *
     * @return it
     */
    public String path() {
        return path;
    }

    /**
     * What follows the question mark, or empty.
     *
     * @return it
     */
    public String query() {
        return query;
    }

    /**
     * The Host header, or null.
     *
     * @return it
     */
    public String host() {
        return host;
    }

    /**
     * The Content-Type, or null.
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
     * The bytes of the body; none: length 0.
     *
     * @return it
     */
    public byte[] body() {
        return body;
    }
}
