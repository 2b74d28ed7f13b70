package org.busbench.mediation.fastlane;

import java.util.Map;
import org.busbench.mediation.compile.Transform;
import org.busbench.mediation.xslt.TransformationException;

/**
 * What a transformation has made, or why it has not.
 *
 * @param message the changed message, or null
 * @param failure why there is none, or null
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
record Outcome(byte[] message, TransformationException failure) {

    static Outcome of(
            LoopTools tools, Transform transform, Map<String, String> parameters, byte[] message, String charset) {
        try {
            Pieces pieces = new Pieces();
            tools.transformer()
                    .transform(
                            transform.stylesheet(),
                            transform.selection(),
                            parameters,
                            message,
                            0,
                            message.length,
                            charset,
                            pieces);
            return new Outcome(pieces.bytes(), null);
        } catch (TransformationException e) {
            return new Outcome(null, e);
        } catch (RuntimeException e) {
            // On a thread of the workbench nobody would hear of it, and the client would wait for ever.
            return new Outcome(
                    null,
                    new TransformationException(
                            TransformationException.Kind.STYLESHEET, "a transformation failed: " + e, e));
        }
    }

    void tell(FastProxy.Changed then) {
        if (failure == null) {
            then.changed(message);
        } else {
            then.failed(failure);
        }
    }
}
