package org.busbench.mediation.http.body;

import org.busbench.mediation.http.head.Framing;
import org.busbench.mediation.http.head.ResponseHead;

/** How the framing of an upstream's body changes on its way to the client: not at all wherever the client understands it. */
public enum Reframing {
    /** The bytes go on as they are. */
    NONE,
    /** A body that only the end of the connection ends is sent in chunks, so that the client's connection stays open. */
    INTO_CHUNKS,
    /** A client of HTTP/1.0 knows no chunks: it gets the content alone, and the end of its connection ends it. */
    OUT_OF_CHUNKS;

    /** {@return what has to change for a client} */
    public static Reframing of(Framing framing, boolean clientIsHttp10) {
        return switch (framing.kind()) {
            case CHUNKED -> clientIsHttp10 ? OUT_OF_CHUNKS : NONE;
            case UNTIL_CLOSE -> clientIsHttp10 ? NONE : INTO_CHUNKS;
            default -> NONE;
        };
    }

    /**
     * Returns the framing that the client's head states. An answer to HEAD states what the upstream said of a body.
     *
     * @param clientIsHttp10 whether the client speaks HTTP/1.0
     */
    public Framing stated(ResponseHead head, Framing framing, boolean clientIsHttp10) {
        if (this == INTO_CHUNKS) {
            return Framing.CHUNKED;
        }
        if (this == OUT_OF_CHUNKS) {
            return Framing.UNTIL_CLOSE;
        }
        if (!framing.is(Framing.Kind.NONE) || head.status() == 204) {
            return framing;
        }
        Framing said = head.statedFraming();
        return said.is(Framing.Kind.CHUNKED) && clientIsHttp10 ? Framing.NONE : said;
    }
}
