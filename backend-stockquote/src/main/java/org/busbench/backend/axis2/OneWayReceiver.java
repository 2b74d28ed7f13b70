package org.busbench.backend.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.receivers.AbstractMessageReceiver;

/** Takes messages that have no answer. */
final class OneWayReceiver extends AbstractMessageReceiver {
    private final QuoteExchange exchange;

    OneWayReceiver(QuoteExchange exchange) {
        this.exchange = exchange;
    }

    @Override
    protected void invokeBusinessLogic(MessageContext in) throws AxisFault {
        exchange.answer(in);
    }
}
