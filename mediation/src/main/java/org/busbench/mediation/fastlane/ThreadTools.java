package org.busbench.mediation.fastlane;

import java.util.Map;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xpath.Evaluator;
import org.busbench.mediation.xpath.EvaluatorPool;
import org.busbench.mediation.xslt.MessageTransformer;
import org.busbench.mediation.xslt.TransformationException;

/**
 * What one thread needs to evaluate expressions, to transform messages and to format log lines; kept from message to message.
 *
 * <p>Belongs to one thread. An evaluation that waits for more bytes is lent out and serves no other message meanwhile.
 */
final class ThreadTools {

    /** Longest message that is read as a whole, and longest result of a transformation. */
    static final int MAX_BODY_BYTES = 64 << 20;

    private static final ThreadLocal<ThreadTools> CURRENT = ThreadLocal.withInitial(ThreadTools::new);

    private MessageTransformer transformer = newTransformer();
    private final EvaluatorPool evaluations = new EvaluatorPool(Limits.DEFAULT, MAX_BODY_BYTES);
    private final LogFormatter logFormatter = new LogFormatter(new ConformingParser(Limits.DEFAULT));

    private ThreadTools() {}

    /** The tools of the calling thread. */
    static ThreadTools current() {
        return CURRENT.get();
    }

    Evaluator borrow() {
        return evaluations.take();
    }

    void giveBack(Evaluator evaluation) {
        evaluations.release(evaluation);
    }

    LogFormatter logFormatter() {
        return logFormatter;
    }

    byte[] transform(
            FlowInstruction.Transform transform, Map<String, String> parameters, byte[] message, String charset)
            throws TransformationException {
        Result result = new Result();
        MessageTransformer used = transformer;
        try {
            used.transform(
                    transform.stylesheet(),
                    transform.selection(),
                    parameters,
                    message,
                    0,
                    message.length,
                    charset,
                    result);
        } catch (RuntimeException | Error e) {
            // In any state, and perhaps with the memory of a large message.
            transformer = newTransformer();
            throw e;
        }
        return result.bytes;
    }

    private static MessageTransformer newTransformer() {
        return new MessageTransformer(Limits.DEFAULT, MAX_BODY_BYTES);
    }

    /** Collects the pieces of a transformed message in one array. */
    private static final class Result implements MessageTransformer.Sink {
        private byte[] bytes = new byte[0];
        private int length;

        @Override
        public void expect(int all) {
            bytes = new byte[all];
        }

        @Override
        public void accept(byte[] some, int from, int to) {
            System.arraycopy(some, from, bytes, length, to - from);
            length += to - from;
        }
    }
}
