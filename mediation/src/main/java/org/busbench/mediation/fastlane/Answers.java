package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.compile.LogLine;
import org.busbench.mediation.compile.Transform;
import org.busbench.mediation.compile.Value;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.Expression.ResultType;
import org.busbench.mediation.xpath.TypedExpression;
import org.busbench.mediation.xpath.Variables;

/** What one message answers to the questions of a flow; those that were answered ahead are remembered until the message changes. For the thread of its loop. */
final class Answers {

    private final Variables facts;
    private TypedExpression decided;
    private String decision;
    private Map<TypedExpression, String> found = Map.of();

    Answers(Variables facts) {
        this.facts = facts;
    }

    /** A question was answered while the message came in. */
    void decided(TypedExpression question, String answer) {
        decided = question;
        decision = answer;
    }

    /** Several were answered elsewhere. */
    void found(Map<TypedExpression, String> answers) {
        found = answers;
    }

    /** The message is another one now. */
    void forget() {
        decided = null;
        found = Map.of();
    }

    boolean knows(TypedExpression question) {
        return question.equals(decided) || found.containsKey(question);
    }

    /** The value; the message may be null when nothing in it is asked for. */
    String value(Value value, LoopTools tools, byte[] message, String charset) throws MalformedXmlException {
        if (value instanceof Value.Literal literal) {
            return literal.text();
        }
        Value.Computed computed = (Value.Computed) value;
        return computed.part(answer(computed.question(), tools, message, charset));
    }

    /** What the properties of a line are. */
    List<String> values(LogLine line, LoopTools tools, byte[] message, String charset) throws MalformedXmlException {
        List<String> values = new ArrayList<>();
        for (LogLine.Property property : line.properties()) {
            values.add(value(property.value(), tools, message, charset));
        }
        return values;
    }

    /** What the parameters of a stylesheet are, without those that have no value. */
    Map<String, String> parameters(Transform transform, LoopTools tools, byte[] message, String charset)
            throws MalformedXmlException {
        Map<String, String> parameters = new HashMap<>();
        for (Map.Entry<String, Value> parameter : transform.parameters().entrySet()) {
            String value = value(parameter.getValue(), tools, message, charset);
            if (value != null) {
                parameters.put(parameter.getKey(), value);
            }
        }
        return parameters;
    }

    String answer(TypedExpression question, LoopTools tools, byte[] message, String charset)
            throws MalformedXmlException {
        if (question.equals(decided)) {
            return decision;
        }
        return found.containsKey(question) ? found.get(question) : evaluate(question, tools, message, charset);
    }

    /** Answers questions without remembering them; for any thread whose tools these are, while the message's own thread waits. */
    Map<TypedExpression, String> evaluate(
            List<TypedExpression> questions, LoopTools tools, byte[] message, String charset)
            throws MalformedXmlException {
        Map<TypedExpression, String> answers = new HashMap<>();
        for (TypedExpression question : questions) {
            answers.put(question, evaluate(question, tools, message, charset));
        }
        return answers;
    }

    private String evaluate(TypedExpression question, LoopTools tools, byte[] message, String charset)
            throws MalformedXmlException {
        Evaluator evaluation = tools.borrow();
        try {
            Evaluator.Progress progress = evaluation.begin(question.expression(), question.type(), charset, facts);
            if (progress == Evaluator.Progress.NEED_MORE) {
                progress = evaluation.feed(message, 0, message.length);
            }
            if (progress == Evaluator.Progress.NEED_MORE) {
                evaluation.end();
            }
            return text(evaluation, question.type());
        } finally {
            tools.giveBack(evaluation);
        }
    }

    static String text(Evaluator evaluation, ResultType kind) {
        return kind == ResultType.BOOLEAN ? Boolean.toString(evaluation.bool()) : evaluation.string();
    }
}
