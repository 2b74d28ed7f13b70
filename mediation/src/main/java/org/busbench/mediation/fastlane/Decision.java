package org.busbench.mediation.fastlane;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.BodyWatcher;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.xml.Malformed;
import org.busbench.mediation.xpath.Evaluation;
import org.busbench.mediation.xpath.Question;

/**
 * Answers one question while the body arrives; the bytes go on untouched.
 *
 * <p>For the thread of the exchange's loop.
 */
final class Decision implements BodyWatcher {

    private final Journey journey;
    private final Step asking;
    private final Question question;
    private Evaluation evaluation;

    Decision(Journey journey, Step asking, Question question) {
        this.journey = journey;
        this.asking = asking;
        this.question = question;
    }

    @Override
    public void look(Exchange exchange, Slice slice, int from, int to) {
        begin();
        try {
            if (evaluation.feed(slice::copyTo, from, to) == Evaluation.Progress.DECIDED) {
                decided();
            }
        } catch (Malformed e) {
            refuse(e);
        }
    }

    @Override
    public void end(Exchange exchange) {
        begin();
        try {
            evaluation.end();
            decided();
        } catch (Malformed e) {
            refuse(e);
        }
    }

    private void begin() {
        if (evaluation == null) {
            evaluation = journey.tools().borrow();
            evaluation.begin(question.on(), question.kind(), journey.charset(), journey.variables());
        }
    }

    private void decided() {
        String value = Answers.text(evaluation, question.kind());
        journey.tools().giveBack(evaluation);
        journey.decided(question, value);
        journey.go(asking, null);
    }

    private void refuse(Malformed e) {
        journey.tools().giveBack(evaluation);
        journey.refuse(e.getMessage());
    }
}
