package org.busbench.mediation.engine;

import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.util.MessageContextBuilder;
import org.apache.axis2.wsdl.WSDLConstants;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.transport.passthru.ErrorCodes;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.busbench.mediation.http.Failure;

/**
 * Tells Synapse that there will be no answer of a backend, with the error codes and texts by which configurations know what happened; they are those of the
 * stock transport, where the code of a broken connection tells how far the message had come.
 *
 * <p>Workers call it.
 */
final class FailedCall {

    private static final Log LOG = LogFactory.getLog(FailedCall.class);

    /** What the stock transport adds to a code when a part of the request was sent. */
    private static final int BEGUN = 1;

    /** What it adds when all of it was. */
    private static final int SENT = 3;

    private FailedCall() {}

    /**
     * Calls whoever waits for the answer.
     *
     * @param request what was sent
     * @param failure what became of it
     * @param sent whether all of the request was sent
     */
    static void report(MessageContext request, Failure failure, boolean sent) {
        boolean answered = request.getOperationContext() != null
                && Constants.VALUE_TRUE.equals(request.getOperationContext().getProperty(Constants.RESPONSE_WRITTEN));
        if (request.getAxisOperation() == null || request.getAxisOperation().getMessageReceiver() == null || answered) {
            return;
        }
        LOG.warn(failure.detail());
        try {
            request.getAxisOperation().getMessageReceiver().receive(fault(request, code(failure, sent), text(failure)));
        } catch (AxisFault | RuntimeException e) {
            LOG.error("a failure cannot be told to Synapse: " + e.getMessage());
        }
    }

    private static MessageContext fault(MessageContext request, int code, String text) throws AxisFault {
        MessageContext fault = MessageContextBuilder.createFaultMessageContext(request, new AxisFault(text));
        fault.removeProperty(PassThroughConstants.PASS_THROUGH_PIPE);
        fault.setTo(null);
        fault.setServerSide(true);
        fault.setDoingREST(request.isDoingREST());
        fault.setProperty(MessageContext.TRANSPORT_IN, request.getProperty(MessageContext.TRANSPORT_IN));
        fault.setTransportIn(request.getTransportIn());
        fault.setTransportOut(request.getTransportOut());
        fault.setAxisMessage(
                request.getOperationContext().getAxisOperation().getMessage(WSDLConstants.MESSAGE_LABEL_IN_VALUE));
        fault.setOperationContext(request.getOperationContext());
        fault.setConfigurationContext(request.getConfigurationContext());
        fault.setProperty(PassThroughConstants.SENDING_FAULT, true);
        fault.setProperty(PassThroughConstants.ERROR_CODE, code);
        fault.setProperty(PassThroughConstants.ERROR_MESSAGE, text);
        fault.setProperty(PassThroughConstants.ERROR_DETAIL, text);
        fault.setProperty(PassThroughConstants.NO_ENTITY_BODY, true);
        fault.getEnvelope().getBody().getFault().getDetail().setText(text);
        return fault;
    }

    private static int code(Failure failure, boolean sent) {
        int state = sent ? SENT : BEGUN;
        return switch (failure.kind()) {
            case CONNECT -> ErrorCodes.CONNECTION_FAILED;
            case CONNECT_TIMEOUT -> ErrorCodes.CONNECT_TIMEOUT;
            case ANSWER_TIMEOUT -> ErrorCodes.CONNECTION_TIMEOUT + state;
            case BAD_ANSWER -> ErrorCodes.PROTOCOL_VIOLATION + state;
            default -> ErrorCodes.CONNECTION_CLOSED + state;
        };
    }

    private static String text(Failure failure) {
        return switch (failure.kind()) {
            case CONNECT -> "Error while connecting to the endpoint (Connection Failed)";
            case CONNECT_TIMEOUT -> "Error while connecting to the endpoint (Connection Timeout)";
            default -> "Error in Sender";
        };
    }
}
