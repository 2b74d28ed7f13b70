package org.busbench.mediation.xslt;

import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.Tag;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xslt.MessageTransformer.Part;

/**
 * A SOAP message on its way through the tokenizer, up to the part of it that is to be transformed, and from its end on.
 *
 * <p>Belongs to one thread.
 */
final class EnvelopeReader {

    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    private final Tokenizer tokenizer;
    private Tag body;

    EnvelopeReader(Limits limits) {
        this.tokenizer = new Tokenizer(limits);
    }

    Tokenizer tokenizer() {
        return tokenizer;
    }

    /** The start tag of the SOAP body around the part, or null when the part is the envelope. */
    Tag body() {
        return body;
    }

    /** Begins with a message and reads up to the start tag of the part: its index, or -1 when the tokenizer gave up or there is no such part. */
    int find(Part selection, byte[] message, int from, int to) {
        tokenizer.start(message, from, to);
        tokenizer.complete();
        body = null;
        int wanted = selection == Part.ENVELOPE ? 1 : 3;
        while (true) {
            Token token = tokenizer.next();
            if (token == Token.REJECTED || token == Token.END_DOCUMENT || token == Token.NEED_MORE) {
                return -1;
            }
            if (token != Token.START) {
                continue;
            }
            Tag tag = tokenizer.tag();
            if (tokenizer.depth() == 1) {
                if (!isSoap(tag.name().namespace(), tag.name().local(), "Envelope")) {
                    return -1;
                }
            } else if (tokenizer.depth() == 2) {
                body = isSoap(tag.name().namespace(), tag.name().local(), "Body") ? tag : null;
            }
            if (tokenizer.depth() == wanted && (wanted == 1 || body != null)) {
                return from + tokenizer.bytesRead() - tag.length();
            }
        }
    }

    /** Reads what follows the part. */
    boolean restIsWellFormed() {
        Token token = tokenizer.next();
        while (token != Token.END_DOCUMENT) {
            if (token == Token.REJECTED || token == Token.NEED_MORE) {
                return false;
            }
            token = tokenizer.next();
        }
        return true;
    }

    static boolean isSoap(String namespace, String local, String wanted) {
        return wanted.equals(local) && (SOAP_11.equals(namespace) || SOAP_12.equals(namespace));
    }
}
