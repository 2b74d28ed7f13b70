package org.busbench.mediation.engine;

import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.RequestResponseTransport;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.busbench.mediation.http.HeadEdits;

/** Answers 202 when a message was taken and no answer to it will follow, or when the configuration wants it so. Workers call it. */
final class Acknowledgement {

    private static final int ACCEPTED = 202;

    private Acknowledgement() {}

    static void send(MessageContext message, Reply reply) {
        if (message.isPropertyTrue("NIO-ACK-Requested", false)) {
            int status =
                    Integer.parseInt(message.getProperty(NhttpConstants.HTTP_SC).toString());
            reply.answer(status, TransportFields.head(TransportFields.of(message, "Host", "User-Agent")), null);
        } else if (nobodyWillAnswer(message) || isAcknowledged(message)) {
            reply.answer(ACCEPTED, HeadEdits.NONE, null);
        }
    }

    private static boolean nobodyWillAnswer(MessageContext message) {
        if (message.getProperty(PassThroughConstants.FORCE_SOAP_FAULT) != null) {
            return false;
        }
        Object written = message.getOperationContext() == null
                ? null
                : message.getOperationContext().getProperty(Constants.RESPONSE_WRITTEN);
        return !Constants.VALUE_TRUE.equals(written) && !"SKIP".equals(written);
    }

    private static boolean isAcknowledged(MessageContext message) {
        var control = (RequestResponseTransport) message.getProperty(RequestResponseTransport.TRANSPORT_CONTROL);
        return message.isPropertyTrue(NhttpConstants.FORCE_SC_ACCEPTED)
                || RequestResponseTransport.RequestResponseTransportStatus.ACKED.equals(control.getStatus());
    }
}
