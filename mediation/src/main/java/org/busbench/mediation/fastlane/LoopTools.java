package org.busbench.mediation.fastlane;

import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.EvaluatorPool;
import org.busbench.mediation.xslt.MessageTransformer;

/**
 * What one thread needs to look into messages and to change them; kept from message to message.
 *
 * <p>Belongs to one thread. An evaluation that waits for more bytes is lent out and not used for another message meanwhile.
 */
final class LoopTools {

    private final MessageTransformer transformer;
    private final EvaluatorPool evaluations;
    private final HeaderBlocks headerBlocks;

    LoopTools(int mostBytes) {
        this.transformer = new MessageTransformer(Limits.DEFAULT, mostBytes);
        this.evaluations = new EvaluatorPool(Limits.DEFAULT, mostBytes);
        this.headerBlocks = new HeaderBlocks(new ConformingParser(Limits.DEFAULT));
    }

    MessageTransformer transformer() {
        return transformer;
    }

    HeaderBlocks headerBlocks() {
        return headerBlocks;
    }

    Evaluator borrow() {
        return evaluations.take();
    }

    void giveBack(Evaluator evaluation) {
        evaluations.release(evaluation);
    }
}
