package org.busbench.mediation.fastlane;

import java.util.Map;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xslt.SaxonNotReadyException;
import org.busbench.mediation.xslt.TransformationException;

/** A transformation of the whole message, on the loop or off it. For the loop's thread, except where stated. */
final class Transformation {
    /** Other messages would have to spend a whole pool of names each time between two steps of this one. */
    private static final int MOST_ATTEMPTS = 8;

    private final MessageMediation mediation;
    private final FlowInstruction.Transform transform;
    private final Map<String, String> parameters;
    private final byte[] body;
    private int attempts;

    Transformation(
            MessageMediation mediation,
            FlowInstruction.Transform transform,
            Map<String, String> parameters,
            byte[] body) {
        this.mediation = mediation;
        this.transform = transform;
        this.parameters = parameters;
        this.body = body;
    }

    /** Writes an answer as JSON; null, since the mediation goes on by itself. */
    static FlowInstruction asJson(MessageMediation mediation, FlowInstruction.AsJson step, byte[] body) {
        if (mediation.isUnreadable()) {
            mediation.refuse("the answer is no SOAP envelope: it cannot become JSON");
            return null;
        }
        String charset = mediation.charset();
        mediation.work.run(body, ofThread -> {
            try {
                byte[] json = ofThread.asJson(body, charset);
                return () -> {
                    mediation.becomeJson();
                    mediation.run(step.next(), json);
                };
            } catch (MalformedXmlException e) {
                return () -> {
                    // As in Synapse, the fault is one of SOAP then.
                    if (!step.read()) {
                        mediation.becomeJson();
                    }
                    mediation.refuse(e.getMessage());
                };
            }
        });
        return null;
    }

    void begin() {
        attempts++;
        mediation.work.run(body, this::transformed);
    }

    /** For any thread: transforms, and returns what goes on with the result on the loop. */
    private Runnable transformed(ThreadTools ofThread) {
        try {
            byte[] result = ofThread.transform(transform, parameters, body, mediation.charset());
            return () -> mediation.transformed(transform.next(), result);
        } catch (SaxonNotReadyException e) {
            return attempts < MOST_ATTEMPTS ? () -> again(e) : () -> mediation.refuse(e.getMessage());
        } catch (TransformationException e) {
            return () -> mediation.refuse(e.getMessage());
        }
    }

    /** When the stylesheets are compiled. */
    private void again(SaxonNotReadyException missing) {
        missing.ready()
                .whenComplete((none, failure) -> mediation.exchange.execute(() -> {
                    if (failure == null) {
                        begin();
                    } else {
                        mediation.refuse("the stylesheets could not be compiled: " + failure);
                    }
                }));
    }
}
