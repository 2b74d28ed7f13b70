package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.compile.LogLine;
import org.busbench.mediation.compile.Transform;
import org.busbench.mediation.compile.Value;
import org.busbench.mediation.xml.Malformed;
import org.busbench.mediation.xpath.Evaluation;
import org.busbench.mediation.xpath.Kind;
import org.busbench.mediation.xpath.Question;
import org.busbench.mediation.xpath.Variables;

/** What one message answers to the questions of a flow; those that were answered ahead are remembered until the message changes. For the thread of its loop. */
final class Answers {

    private final Variables facts;
    private Question decided;
    private String decision;
    private Map<Question, String> found = Map.of();

    Answers(Variables facts) {
        this.facts = facts;
    }

    /** A question was answered while the message came in. */
    void decided(Question question, String answer) {
        decided = question;
        decision = answer;
    }

    /** Several were answered elsewhere. */
    void found(Map<Question, String> answers) {
        found = answers;
    }

    /** The message is another one now. */
    void forget() {
        decided = null;
        found = Map.of();
    }

    boolean knows(Question question) {
        return question.equals(decided) || found.containsKey(question);
    }

    /** The value; the message may be null when nothing in it is asked for. */
    String value(Value value, LoopTools tools, byte[] message, String charset) throws Malformed {
        if (value instanceof Value.Literal literal) {
            return literal.text();
        }
        Value.Computed computed = (Value.Computed) value;
        return computed.part(answer(computed.question(), tools, message, charset));
    }

    /** What the properties of a line are. */
    List<String> values(LogLine line, LoopTools tools, byte[] message, String charset) throws Malformed {
        List<String> values = new ArrayList<>();
        for (LogLine.Property property : line.properties()) {
            values.add(value(property.value(), tools, message, charset));
        }
        return values;
    }

    /** What the parameters of a stylesheet are, without those that have no value. */
    Map<String, String> parameters(Transform transform, LoopTools tools, byte[] message, String charset)
            throws Malformed {
        Map<String, String> parameters = new HashMap<>();
        for (Map.Entry<String, Value> parameter : transform.parameters().entrySet()) {
            String value = value(parameter.getValue(), tools, message, charset);
            if (value != null) {
                parameters.put(parameter.getKey(), value);
            }
        }
        return parameters;
    }

    String answer(Question question, LoopTools tools, byte[] message, String charset) throws Malformed {
        if (question.equals(decided)) {
            return decision;
        }
        return found.containsKey(question) ? found.get(question) : evaluate(question, tools, message, charset);
    }

    /** Answers questions without remembering them; for any thread whose tools these are, while the message's own thread waits. */
    Map<Question, String> evaluate(List<Question> questions, LoopTools tools, byte[] message, String charset)
            throws Malformed {
        Map<Question, String> answers = new HashMap<>();
        for (Question question : questions) {
            answers.put(question, evaluate(question, tools, message, charset));
        }
        return answers;
    }

    private String evaluate(Question question, LoopTools tools, byte[] message, String charset) throws Malformed {
        Evaluation evaluation = tools.borrow();
        try {
            Evaluation.Progress progress = evaluation.begin(question.on(), question.kind(), charset, facts);
            if (progress == Evaluation.Progress.NEED_MORE) {
                progress = evaluation.feed(message, 0, message.length);
            }
            if (progress == Evaluation.Progress.NEED_MORE) {
                evaluation.end();
            }
            return text(evaluation, question.kind());
        } finally {
            tools.giveBack(evaluation);
        }
    }

    static String text(Evaluation evaluation, Kind kind) {
        return kind == Kind.BOOLEAN ? Boolean.toString(evaluation.bool()) : evaluation.string();
    }
}
