package org.busbench.mediation.fastlane;

import java.io.ByteArrayOutputStream;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/** Takes the blocks of one name out of the SOAP header: Synapse's {@code header} with the action {@code remove}. Every other byte stays. Immutable. */
public record BlockRemoval(String namespace, String local) implements ContentChange {

    private static final int OF_BLOCK = 3;

    /** Null for a message that the tokenizer does not take for an envelope in UTF-8. */
    byte[] change(byte[] message, Tokenizer tokenizer) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream(message.length);
        int keptTo = 0;
        int blockFrom = -1;
        boolean isEnvelope = false;
        boolean isInHeader = false;
        tokenizer.start(message, 0, message.length);
        tokenizer.complete();
        for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) {
            int depth = tokenizer.depth();
            if (token == Token.REJECTED || token == Token.NEED_MORE) {
                return null;
            } else if (token == Token.START && depth == 1) {
                isEnvelope = isSoap(tokenizer, "Envelope");
            } else if (token == Token.START && depth == 2) {
                isInHeader = isEnvelope && isSoap(tokenizer, "Header");
            } else if (token == Token.START && depth == OF_BLOCK && isInHeader && isNamed(tokenizer)) {
                blockFrom = tokenizer.tagFrom();
            } else if (token == Token.END && depth == 2 && blockFrom >= 0) {
                kept.write(message, keptTo, blockFrom - keptTo);
                keptTo = tokenizer.bytesRead();
                blockFrom = -1;
            }
        }
        if (keptTo == 0) {
            return isEnvelope ? message : null;
        }
        kept.write(message, keptTo, message.length - keptTo);
        return kept.toByteArray();
    }

    private static boolean isSoap(Tokenizer tokenizer, String name) {
        return SoapNamespaces.contains(tokenizer.tag().name().namespace())
                && tokenizer.tag().name().local().equals(name);
    }

    private boolean isNamed(Tokenizer tokenizer) {
        return tokenizer.tag().name().namespace().equals(namespace)
                && tokenizer.tag().name().local().equals(local);
    }
}
