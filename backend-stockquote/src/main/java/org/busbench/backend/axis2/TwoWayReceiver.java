package org.busbench.backend.axis2;

import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.receivers.AbstractInOutMessageReceiver;
import org.apache.axis2.transport.http.server.AxisHttpResponse;
import org.busbench.backend.quote.Reply;

/** Answers the operations that have an answer. */
final class TwoWayReceiver extends AbstractInOutMessageReceiver {
    private final QuoteExchange exchange;

    TwoWayReceiver(QuoteExchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void invokeBusinessLogic(MessageContext in, MessageContext out) throws AxisFault {
        Reply reply = exchange.answer(in);
        out.setEnvelope(OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope());
        out.setProperty(ReplyFormatter.REPLY, reply);
        if (in.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof AxisHttpResponse response) {
            response.setStatus(reply.status());
        }
    }
}
