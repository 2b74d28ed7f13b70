package org.busbench.mediation.fastlane;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.synapse.SynapseConstants;
import org.busbench.mediation.embedded.EmbeddedCall;
import org.busbench.mediation.embedded.EmbeddedMessage;
import org.busbench.mediation.soap.FaultText;

/**
 * A message that waits for a backend which it asks. The request is a part of the client's exchange. It has the content type, the action and no other field of
 * the message.
 *
 * <p>For the thread of the exchange's loop.
 */
final class PendingCall {
    /** Answers with other statuses have no content for the message, as in Axis2. */
    private static final Set<Integer> WITH_CONTENT = Set.of(400, 500);

    private final MessageMediation caller;
    private final ConversationStep.Call step;
    private final String action;
    private final byte[] body;
    private final EmbeddedMessage message;
    private MessageMediation request;

    /**
     * @param action of the message that waits, which the call has where it names none; null for none
     * @param body of that message
     */
    PendingCall(MessageMediation caller, ConversationStep.Call step, String action, byte[] body) {
        this.caller = caller;
        this.step = step;
        this.action = step.how().action() == null ? action : step.how().action();
        this.body = body;
        this.message = caller.tree(step.how().synapse(), step.how().readsFields(), step.fields());
    }

    void ask() {
        caller.work.run(step.how().computesLong(), message, body, caller.charset(), ofThread -> {
            byte[] asked = step.how().request(message);
            return () -> send(asked);
        });
    }

    private void send(byte[] asked) {
        if (!caller.exchange.hasRoom((long) body.length + asked.length)) {
            caller.refuse("the request of a <callout> is too long: other messages are held at the same time");
            return;
        }
        boolean soap12 = !message.isSOAP11();
        List<HeaderField> fields = new ArrayList<>();
        caller.exchange.request().fields().forEach(field -> fields.add(new HeaderField(field.getKey(), null)));
        if (!soap12) {
            fields.add(new HeaderField("SOAPAction", "\"" + (action == null ? "" : action) + "\""));
        }
        String type = FaultText.contentType(soap12) + (soap12 && action != null ? "; action=\"" + action + "\"" : "");
        request = new MessageMediation(this, caller, fields, type);
        request.exchange.attempt(() -> request.run(step.request(), asked));
    }

    /** The backend has answered. */
    void answered(AnswerContent content, String charset, int status) {
        EmbeddedCall how = step.how();
        boolean isUsable = content.isTransformable() || how.oneWay();
        if (!isUsable || (status >= 300 && !WITH_CONTENT.contains(status))) {
            failed(FlowError.ofMediation("the answer to a <callout> has the status " + status
                    + (isUsable ? "" : ", and is no SOAP envelope")));
            return;
        }
        if (how.oneWay()) {
            request.end();
            caller.exchange.attempt(() -> caller.changed(step.next(), body));
            return;
        }
        byte[] envelope = content.envelope();
        EmbeddedMessage answer = request.tree(how.synapse(), false, List.of());
        request.end();
        boolean isLong = how.computesLong() || envelope.length > OffloadPool.INLINE_BYTES;
        caller.exchange.attempt(() -> caller.work.run(isLong, message, body, caller.charset(), ofThread -> {
            answer.read(envelope, charset);
            how.take(answer, message);
            return () -> caller.changed(step.next(), body);
        }));
    }

    void failed(FlowError error) {
        request.end();
        caller.exchange.attempt(
                () -> caller.fail(new FlowError(SynapseConstants.CALLOUT_OPERATION_FAILED, error.text())));
    }
}
