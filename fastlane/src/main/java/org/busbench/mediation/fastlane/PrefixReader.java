package org.busbench.mediation.fastlane;

import java.util.function.Consumer;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Handler.BodyWatcher;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.TypedExpression;
import org.busbench.mediation.xpath.Variables;

/**
 * Evaluates one expression while the body arrives; the bytes stream through untouched.
 *
 * <p>For the thread of the message's loop.
 */
final class PrefixReader implements BodyWatcher {
    private final TypedExpression expression;
    private final ThreadTools tools;
    private final MessageWork work;
    private final String charset;
    private final Variables variables;
    private final Consumer<String> malformed;
    private final Consumer<String> decided;
    private Evaluator evaluation;

    /**
     * For one message.
     *
     * @param work has a long message that only a tree can answer for read on another thread
     * @param charset of the body, or null
     * @param malformed is told why the body is no XML
     * @param decided gets the value, null for none; the body then streams on
     */
    PrefixReader(
            TypedExpression expression,
            ThreadTools tools,
            MessageWork work,
            String charset,
            Variables variables,
            Consumer<String> malformed,
            Consumer<String> decided) {
        this.expression = expression;
        this.tools = tools;
        this.work = work;
        this.charset = charset;
        this.variables = variables;
        this.malformed = malformed;
        this.decided = decided;
    }

    @Override
    public void look(Exchange same, Slice slice, int from, int to) {
        begin();
        try {
            if (evaluation.feed(slice::copyTo, from, to) == Evaluator.Progress.DECIDED) {
                decide();
            }
        } catch (MalformedXmlException e) {
            refuse(e);
        }
    }

    @Override
    public void end(Exchange same) {
        begin();
        boolean needsTree = evaluation.complete() == Evaluator.Progress.NEED_MORE;
        int bytes = evaluation.bytesRead();
        work.run(needsTree && bytes > OffloadPool.INLINE_BYTES, bytes, ofThread -> ended());
    }

    /** For any thread. */
    private Runnable ended() {
        try {
            evaluation.end();
            return this::decide;
        } catch (MalformedXmlException e) {
            return () -> refuse(e);
        }
    }

    private void begin() {
        if (evaluation == null) {
            evaluation = tools.borrow();
            evaluation.begin(expression.expression(), expression.type(), charset, variables);
        }
    }

    private void decide() {
        String value = ExpressionValues.text(evaluation, expression.type());
        tools.giveBack(evaluation);
        decided.accept(value);
    }

    private void refuse(MalformedXmlException e) {
        tools.giveBack(evaluation);
        malformed.accept(e.getMessage());
    }
}
