package org.busbench.mediation.fastlane;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.busbench.mediation.xml.Characters;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * Elements that take the place of what a SOAP body holds, with places for arguments in texts and attributes. Every other byte of a message stays. Immutable.
 *
 * @param texts what stands before the first argument, between two, and behind the last
 * @param arguments the index of the argument between two texts
 */
public record PayloadTemplate(List<String> texts, List<Integer> arguments) {

    private static final String NOT_PLAIN = "<>&\"'$\\";

    /** Requires a text more than arguments. */
    public PayloadTemplate {
        texts = List.copyOf(texts);
        arguments = List.copyOf(arguments);
        if (texts.size() != arguments.size() + 1) {
            throw new IllegalArgumentException(texts.size() + " texts around " + arguments.size() + " arguments");
        }
    }

    /**
     * Returns the message with this content; null if it is none that the tokenizer takes for an envelope in UTF-8, or if a value is more than a text: then
     * Synapse's own object has to decide.
     *
     * @param values of the arguments, null for none
     */
    byte[] fill(byte[] message, List<String> values, Tokenizer tokenizer) {
        StringBuilder content = new StringBuilder(texts.get(0));
        for (int i = 0; i < arguments.size(); i++) {
            String value = values.get(arguments.get(i));
            if (value != null && !isPlain(value)) {
                return null;
            }
            content.append(value == null ? "" : value).append(texts.get(i + 1));
        }
        return around(message, content.toString().getBytes(StandardCharsets.UTF_8), tokenizer);
    }

    private static boolean isPlain(String value) {
        return value.codePoints().allMatch(c -> NOT_PLAIN.indexOf(c) < 0 && Characters.isAllowed(c));
    }

    private static byte[] around(byte[] message, byte[] content, Tokenizer tokenizer) {
        tokenizer.start(message, 0, message.length);
        tokenizer.complete();
        int from = -1;
        int to = -1;
        for (Token token = tokenizer.next(); token != Token.END_DOCUMENT; token = tokenizer.next()) {
            if (token == Token.REJECTED || token == Token.NEED_MORE) {
                return null;
            }
            boolean begins = token == Token.START && tokenizer.depth() == 2 && isSoap(tokenizer, "Body");
            if (token == Token.START && tokenizer.depth() == 1 && !isSoap(tokenizer, "Envelope")) {
                return null;
            }
            if (begins
                    && (from >= 0
                            || !tokenizer
                                    .tag()
                                    .namespaces()
                                    .getOrDefault("", "")
                                    .isEmpty())) {
                return null;
            }
            from = begins ? tokenizer.bytesRead() : from;
            to = token == Token.END && tokenizer.depth() == 1 && isSoap(tokenizer, "Body") ? tokenizer.bytesRead() : to;
        }
        return to <= from || from < 0 ? null : joined(message, from, endTag(message, to), content);
    }

    private static boolean isSoap(Tokenizer tokenizer, String local) {
        return tokenizer.tag().name().local().equals(local)
                && SoapNamespaces.contains(tokenizer.tag().name().namespace());
    }

    /** Where the tag begins that ends before an index. */
    static int endTag(byte[] message, int to) {
        int at = to - 1;
        while (message[at] != '<') {
            at--;
        }
        return at;
    }

    private static byte[] joined(byte[] message, int from, int to, byte[] content) {
        byte[] all = new byte[from + content.length + message.length - to];
        System.arraycopy(message, 0, all, 0, from);
        System.arraycopy(content, 0, all, from, content.length);
        System.arraycopy(message, to, all, from + content.length, message.length - to);
        return all;
    }
}
