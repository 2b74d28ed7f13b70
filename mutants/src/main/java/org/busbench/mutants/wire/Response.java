package org.busbench.mutants.wire;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * A whole answer. The body's bytes must not be changed.
 *
 * @param contentType the Content-Type, or null
 * @param contentCoding the Content-Encoding, or null
 * @param body the bytes of the body
 * @param declaredLength the Content-Length in bytes: the length of the body, unless a fault announces another one
 * @param ending how the connection goes on
 * @param cameInChunks whether the backend sent it in chunks
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Response(
        int status,
        String contentType,
        String contentCoding,
        byte[] body,
        int declaredLength,
        Ending ending,
        boolean cameInChunks) {
    /** The type of every SOAP 1.1 message. */
    public static final String XML = "text/xml; charset=UTF-8";

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

    /** A right answer; its Content-Type may be null. */
    public static Response of(int status, String contentType, byte[] body) {
        return new Response(status, contentType, null, body, body.length, Ending.STAYS, false);
    }

    public static Response text(int status, String line) {
        return of(status, "text/plain; charset=UTF-8", (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** No answer came, and none will. */
    public static Response missing(String why) {
        return of(0, null, why.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether it is none at all, and its body only says why. */
    public boolean isMissing() {
        return status == 0;
    }

    /** The same answer, which the backend sent in chunks. */
    Response fromChunks() {
        return new Response(status, contentType, contentCoding, body, declaredLength, ending, true);
    }

    /** The same answer with the bytes of another body. */
    public Response withBody(byte[] other) {
        return new Response(status, contentType, contentCoding, other, other.length, ending, cameInChunks);
    }

    /** The same answer with a body that is changed as a text, in which each byte is a character. */
    public Response changed(UnaryOperator<String> change) {
        return withBody(changed(body, change));
    }

    /** The bytes of a text, in which each byte is a character, when it is changed. */
    public static byte[] changed(byte[] message, UnaryOperator<String> change) {
        return change.apply(new String(message, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The same answer, which announces a length that its body does not have, and after which the connection ends. */
    public Response announcing(int length) {
        return new Response(status, contentType, contentCoding, body, length, Ending.BREAKS, cameInChunks);
    }

    /** The same answer, which names a content coding. */
    public Response withContentCoding(String coding) {
        return new Response(status, contentType, coding, body, declaredLength, ending, cameInChunks);
    }

    /** The same answer, after which the connection goes on in another way. */
    public Response with(Ending other) {
        return new Response(status, contentType, contentCoding, body, declaredLength, other, cameInChunks);
    }

    public Response withStatus(int other) {
        return new Response(other, contentType, contentCoding, body, declaredLength, ending, cameInChunks);
    }
}
