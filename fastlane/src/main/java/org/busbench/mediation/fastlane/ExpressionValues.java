package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.JointEvaluator;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * The values of a flow's expressions for one message. Values that were found ahead are remembered until the message changes.
 *
 * <p>For the thread of the message's loop, except where stated.
 */
final class ExpressionValues {

    private final MessageProperties properties;
    private final ThreadTools tools;
    private TypedExpression streamed;
    private String streamedValue;
    private Map<TypedExpression, String> known = Map.of();

    /** The tools are those of the loop's thread. */
    ExpressionValues(MessageProperties properties, ThreadTools tools) {
        this.properties = properties;
        this.tools = tools;
    }

    /** Remembers a value that was found while the body streamed in. */
    void remember(TypedExpression expression, String value) {
        streamed = expression;
        streamedValue = value;
    }

    /** Remembers values that were found on another thread. */
    void remember(Map<TypedExpression, String> values) {
        known = values;
    }

    /** The message has changed, and so have the values. */
    void forget() {
        streamed = null;
        known = Map.of();
    }

    /** What is known of the message besides its body. */
    MessageProperties properties() {
        return properties;
    }

    boolean knows(TypedExpression expression) {
        return expression.equals(streamed) || known.containsKey(expression);
    }

    /** The body may be null when no expression looks into it; null when the expression has no value. */
    String of(Value value, byte[] body, String charset) throws MalformedXmlException {
        return of(value, tools, body, charset);
    }

    private String of(Value value, ThreadTools ofThread, byte[] body, String charset) throws MalformedXmlException {
        if (value instanceof Value.Literal literal) {
            return literal.text();
        }
        Value.Computed computed = (Value.Computed) value;
        return computed.part(of(computed.expression(), ofThread, body, charset));
    }

    /** The same of several. */
    List<String> all(Collection<? extends Value> several, byte[] body, String charset) throws MalformedXmlException {
        List<String> all = new ArrayList<>();
        for (Value one : several) {
            all.add(of(one, body, charset));
        }
        return all;
    }

    /** Those that there are, by their names. */
    Map<String, String> all(Map<String, Value> several, byte[] body, String charset) throws MalformedXmlException {
        Map<String, String> all = new HashMap<>();
        for (Map.Entry<String, Value> one : several.entrySet()) {
            String value = of(one.getValue(), body, charset);
            if (value != null) {
                all.put(one.getKey(), value);
            }
        }
        return all;
    }

    String of(TypedExpression expression, byte[] body, String charset) throws MalformedXmlException {
        return of(expression, tools, body, charset);
    }

    private String of(TypedExpression expression, ThreadTools ofThread, byte[] body, String charset)
            throws MalformedXmlException {
        if (expression.equals(streamed)) {
            return streamedValue;
        }
        return known.containsKey(expression) ? known.get(expression) : evaluate(expression, ofThread, body, charset);
    }

    /**
     * Values in UTF-8, null for none. For any thread, with its own tools, while the message's own thread waits.
     *
     * @param read the expressions of those that need content, the same object for each message
     */
    byte[][] all(List<Value> several, List<TypedExpression> read, ThreadTools ofThread, byte[] body)
            throws MalformedXmlException {
        JointEvaluator joint = ofThread.joint();
        joint.read(read, body, properties, true);
        byte[][] all = new byte[several.size()][];
        int next = 0;
        for (int i = 0; i < all.length; i++) {
            Value value = several.get(i);
            boolean isRead = value instanceof Value.Computed computed
                    && !computed.expression().needsNoContent();
            if (isRead && joint.isDecided(next) && ((Value.Computed) value).isWhole()) {
                all[i] = joint.bytes(next);
            } else {
                all[i] = PayloadTemplate.utf8(of(value, ofThread, body, "UTF-8"));
            }
            next += isRead ? 1 : 0;
        }
        return all;
    }

    /** Evaluates without remembering. For any thread, with its own tools, while the message's own thread waits. */
    Map<TypedExpression, String> evaluate(
            List<TypedExpression> expressions, ThreadTools ofThread, byte[] body, String charset)
            throws MalformedXmlException {
        Map<TypedExpression, String> values = new HashMap<>();
        for (TypedExpression expression : expressions) {
            values.put(expression, evaluate(expression, ofThread, body, charset));
        }
        return values;
    }

    private String evaluate(TypedExpression expression, ThreadTools ofThread, byte[] body, String charset)
            throws MalformedXmlException {
        Evaluator evaluation = ofThread.borrow();
        Evaluator.Progress progress = evaluation.begin(expression.expression(), expression.type(), charset, properties);
        if (progress == Evaluator.Progress.NEED_MORE) {
            progress = evaluation.feed(body, 0, body.length);
        }
        if (progress == Evaluator.Progress.NEED_MORE) {
            evaluation.end();
        }
        String text = text(evaluation, expression.type());
        // One that has thrown is not used again: an Error leaves it in any state.
        ofThread.giveBack(evaluation);
        return text;
    }

    /** The value of a decided evaluation, as text. */
    static String text(Evaluator evaluation, ResultType type) {
        return type == ResultType.BOOLEAN ? Boolean.toString(evaluation.bool()) : evaluation.string();
    }
}
