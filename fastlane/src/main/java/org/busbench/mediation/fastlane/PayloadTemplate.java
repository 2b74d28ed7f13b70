package org.busbench.mediation.fastlane;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Elements that take the place of what a SOAP body holds, with places for arguments in texts and attributes. Every other byte of a message stays. Immutable.
 *
 * @param texts what stands before the first argument, between two, and behind the last; in UTF-8
 * @param arguments the index of the argument between two texts
 */
public record PayloadTemplate(List<byte[]> texts, List<Integer> arguments) {

    /** Of each byte whether it stops a value from being put in as it is. */
    private static final boolean[] NOT_PLAIN = new boolean[256];

    static {
        Arrays.fill(NOT_PLAIN, 0, ' ', true);
        for (char c : "\t\n\r".toCharArray()) {
            NOT_PLAIN[c] = false;
        }
        for (char c : "<>&\"'$\\".toCharArray()) {
            NOT_PLAIN[c] = true;
        }
    }

    /** Requires a text more than arguments. */
    public PayloadTemplate {
        texts = List.copyOf(texts);
        arguments = List.copyOf(arguments);
        if (texts.size() != arguments.size() + 1) {
            throw new IllegalArgumentException(texts.size() + " texts around " + arguments.size() + " arguments");
        }
    }

    /** From texts that become UTF-8. */
    public static PayloadTemplate of(List<String> texts, List<Integer> arguments) {
        return new PayloadTemplate(texts.stream().map(PayloadTemplate::utf8).toList(), arguments);
    }

    /** The value of an argument in UTF-8; null for null. */
    static byte[] utf8(String value) {
        if (value == null || StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
            return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        }
        // Half a character, of which UTF-8 would make a question mark: no plain text.
        return new byte[] {'<'};
    }

    /**
     * Returns the message with this content; null if a value is more than a text: then Synapse's own object has to decide.
     *
     * @param values of the arguments in UTF-8, null for none
     * @param from index of the first byte of the message's content that is replaced
     * @param to index after the last
     */
    byte[] fill(byte[] message, int from, int to, byte[][] values) {
        int length = from + message.length - to;
        for (byte[] text : texts) {
            length += text.length;
        }
        for (int argument : arguments) {
            byte[] value = values[argument];
            if (value != null && !isPlain(value)) {
                return null;
            }
            length += value == null ? 0 : value.length;
        }
        byte[] all = Arrays.copyOf(message, length);
        int at = put(texts.get(0), all, from);
        for (int i = 0; i < arguments.size(); i++) {
            byte[] value = values[arguments.get(i)];
            at = value == null ? at : put(value, all, at);
            at = put(texts.get(i + 1), all, at);
        }
        System.arraycopy(message, to, all, at, message.length - to);
        return all;
    }

    private static int put(byte[] part, byte[] all, int at) {
        System.arraycopy(part, 0, all, at, part.length);
        return at + part.length;
    }

    /** U+FFFE and U+FFFF, which XML does not know, are no plain text either. */
    private static boolean isPlain(byte[] value) {
        for (int i = 0; i < value.length; i++) {
            if (NOT_PLAIN[value[i] & 0xff]
                    || (value[i] == (byte) 0xef && value[i + 1] == (byte) 0xbf && (value[i + 2] & 0xff) >= 0xbe)) {
                return false;
            }
        }
        return true;
    }

    /** Where the tag begins that ends before an index. */
    static int endTag(byte[] message, int to) {
        int at = to - 1;
        while (message[at] != '<') {
            at--;
        }
        return at;
    }
}
