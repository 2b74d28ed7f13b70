package org.busbench.mediation.fastlane;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.BodyWatcher;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * Answers one question while the body arrives; the bytes go on untouched.
 *
 * <p>For the thread of the exchange's loop.
 */
final class Decision implements BodyWatcher {

    private final Journey journey;
    private final Step asking;
    private final TypedExpression question;
    private Evaluator evaluation;

    Decision(Journey journey, Step asking, TypedExpression question) {
        this.journey = journey;
        this.asking = asking;
        this.question = question;
    }

    @Override
    public void look(Exchange exchange, Slice slice, int from, int to) {
        begin();
        try {
            if (evaluation.feed(slice::copyTo, from, to) == Evaluator.Progress.DECIDED) {
                decided();
            }
        } catch (MalformedXmlException e) {
            refuse(e);
        }
    }

    @Override
    public void end(Exchange exchange) {
        begin();
        try {
            evaluation.end();
            decided();
        } catch (MalformedXmlException e) {
            refuse(e);
        }
    }

    private void begin() {
        if (evaluation == null) {
            evaluation = journey.tools().borrow();
            evaluation.begin(question.expression(), question.type(), journey.charset(), journey.variables());
        }
    }

    private void decided() {
        String value = Answers.text(evaluation, question.type());
        journey.tools().giveBack(evaluation);
        journey.decided(question, value);
        journey.go(asking, null);
    }

    private void refuse(MalformedXmlException e) {
        journey.tools().giveBack(evaluation);
        journey.refuse(e.getMessage());
    }
}
