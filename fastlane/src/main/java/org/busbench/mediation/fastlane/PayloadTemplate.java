package org.busbench.mediation.fastlane;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.embedded.XmlFragment;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.JointEvaluator;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * Elements that take the place of what a SOAP body holds, with places for arguments in texts and attributes: Synapse's {@code payloadFactory}. Every other byte of
 * a message stays. Immutable.
 */
public final class PayloadTemplate implements ContentChange {

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

    private final List<byte[]> texts;
    private final List<Integer> arguments;
    private final List<Value> values;
    private final BodyNeed need;

    /**
     * Requires a text more than arguments.
     *
     * @param texts what stands before the first argument, between two, and behind the last
     * @param arguments the index of the value between two texts
     */
    public PayloadTemplate(List<String> texts, List<Integer> arguments, List<Value> values) {
        if (texts.size() != arguments.size() + 1) {
            throw new IllegalArgumentException(texts.size() + " texts around " + arguments.size() + " arguments");
        }
        this.texts = texts.stream().map(PayloadTemplate::utf8).toList();
        this.arguments = List.copyOf(arguments);
        this.values = List.copyOf(values);
        this.need = BodyNeed.whole(values);
    }

    @Override
    public BodyNeed need() {
        return need;
    }

    @Override
    public List<TypedExpression> expressions() {
        return Value.expressions(values).toList();
    }

    /**
     * Returns the message as it is then; null when Synapse's own object has to decide. For any thread, with its own tools, while the message's own thread waits.
     *
     * @param message in UTF-8
     */
    byte[] change(byte[] message, ExpressionValues known, ThreadTools tools) throws MalformedXmlException {
        JointEvaluator joint = tools.joint();
        byte[][] filled = known.all(values, need.expressions(), tools, message);
        joint.forget();
        int from = joint.contentFrom();
        int to = from < 0 ? -1 : endTag(message, joint.bodyTo());
        return to < from || from < 0 || joint.bodyTo() == from ? null : fill(message, from, to, filled);
    }

    /** A text as a part of a message; null when more than its bytes would have to be written. */
    public static XmlFragment text(String value) {
        byte[] text = utf8(value);
        return isPlain(text) ? new XmlFragment(text, 0, text.length, null) : null;
    }

    /** The value of an argument in UTF-8; null for null. */
    static byte[] utf8(String value) {
        if (value == null || StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
            return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        }
        // Half a character, of which UTF-8 would make a question mark: no plain text.
        return new byte[] {'<'};
    }

    /** Null if a value is more than a text. */
    private byte[] fill(byte[] message, int from, int to, byte[][] filled) {
        int length = from + message.length - to;
        for (byte[] text : texts) {
            length += text.length;
        }
        for (int argument : arguments) {
            byte[] value = filled[argument];
            if (value != null && !isPlain(value)) {
                return null;
            }
            length += value == null ? 0 : value.length;
        }
        byte[] all = Arrays.copyOf(message, length);
        int at = put(texts.get(0), all, from);
        for (int i = 0; i < arguments.size(); i++) {
            byte[] value = filled[arguments.get(i)];
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
