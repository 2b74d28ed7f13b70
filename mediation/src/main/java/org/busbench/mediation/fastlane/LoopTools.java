package org.busbench.mediation.fastlane;

import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xpath.Evaluation;
import org.busbench.mediation.xslt.MessageTransformer;

/**
 * What one thread needs to look into messages and to change them; kept from message to message.
 *
 * <p>Belongs to one thread. An evaluation that waits for more bytes is lent out and not used for another message meanwhile.
 */
final class LoopTools {

    private final int mostBytes;
    private final MessageTransformer transformer;
    private Evaluation spare;

    LoopTools(int mostBytes) {
        this.mostBytes = mostBytes;
        this.transformer = new MessageTransformer(Limits.DEFAULT, mostBytes);
    }

    MessageTransformer transformer() {
        return transformer;
    }

    Evaluation borrow() {
        Evaluation lent = spare == null ? new Evaluation(Limits.DEFAULT, mostBytes) : spare;
        spare = null;
        return lent;
    }

    void giveBack(Evaluation evaluation) {
        spare = evaluation;
    }
}
