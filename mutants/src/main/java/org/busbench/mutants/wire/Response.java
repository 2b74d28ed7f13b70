package org.busbench.mutants.wire;

import java.nio.charset.StandardCharsets;

/** A whole answer. The body's bytes must not be changed. */
public final class Response {
    private final int status;
    private final String contentType;
    private final String contentCoding;
    private final byte[] body;
    private final int declaredLength;
    private final Ending ending;
    private final boolean chunked;

    /**
     * All of it.
     *
     * @param contentType the Content-Type, or null
     * @param body the bytes of the body
     * @param declaredLength what Content-Length says, in bytes: the length of the body, unless a fault announces another one
     */
    public Response(int status, String contentType, byte[] body, int declaredLength, Ending ending) {
        this(status, contentType, null, body, declaredLength, ending, false);
    }

    private Response(
            int status,
            String contentType,
            String contentCoding,
            byte[] body,
            int declaredLength,
            Ending ending,
            boolean chunked) {
        this.status = status;
        this.contentType = contentType;
        this.contentCoding = contentCoding;
        this.body = body;
        this.declaredLength = declaredLength;
        this.ending = ending;
        this.chunked = chunked;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The Content-Type, or null. */
    public String contentType() {
        return contentType;
    }

    /** The Content-Encoding, or null. */
    public String contentCoding() {
        return contentCoding;
    }

    /** The bytes of the body. */
    public byte[] body() {
        return body;
    }

    /** The Content-Length in bytes: the length of the body, unless a fault announces another one. */
    public int declaredLength() {
        return declaredLength;
    }

    /** Whether the backend sent it in chunks. */
    public boolean cameInChunks() {
        return chunked;
    }

    /** How the connection goes on. */
    public Ending ending() {
        return ending;
    }

    /** How a connection goes on after an answer. */
    public enum Ending {
        /** The connection stays or ends as the client wishes. */
        STAYS,
        /** The connection ends without notice. */
        BREAKS,
        /** The connection ends without notice when the next message has arrived. */
        LEAVES,
        /** The connection stays, and the content follows the head even if the method was HEAD. */
        STAYS_WITH_CONTENT
    }

    /** The type of every SOAP 1.1 message. */
    public static final String XML = "text/xml; charset=UTF-8";

    /**
     * A right answer.
     *
     * @param contentType the Content-Type, or null
     * @param body the body's bytes
     */
    public static Response of(int status, String contentType, byte[] body) {
        return new Response(status, contentType, body, body.length, Ending.STAYS);
    }

    /** A line for people. */
    public static Response text(int status, String line) {
        return of(status, "text/plain; charset=UTF-8", (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The same answer, which the backend sent in chunks. */
    Response fromChunks() {
        return new Response(status, contentType, contentCoding, body, declaredLength, ending, true);
    }

    /**
     * The same answer with another body.
     *
     * @param other the body's bytes
     */
    public Response withBody(byte[] other) {
        return new Response(status, contentType, contentCoding, other, other.length, ending, chunked);
    }

    /** The same answer, which names a content coding. */
    public Response withContentCoding(String coding) {
        return new Response(status, contentType, coding, body, declaredLength, ending, chunked);
    }

    /** The same answer, after which the connection goes on in another way. */
    public Response with(Ending other) {
        return new Response(status, contentType, contentCoding, body, declaredLength, other, chunked);
    }

    /** The same answer with another status. */
    public Response withStatus(int other) {
        return new Response(other, contentType, contentCoding, body, declaredLength, ending, chunked);
    }
}
