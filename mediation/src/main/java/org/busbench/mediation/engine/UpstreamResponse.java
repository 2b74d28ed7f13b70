package org.busbench.mediation.engine;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.soap.SOAP11Constants;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.util.MessageContextBuilder;
import org.apache.axis2.wsdl.WSDLConstants;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.ErrorCodes;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.soap.ContentTypes;

/**
 * An upstream's response on its way into Synapse, as a message with what Synapse expects of one; and the report of a failure in place of a response.
 *
 * <p>A worker runs it. What it calls may wait for the body, which a loop fills.
 *
 * @param request that was sent
 * @param body null when there is none
 */
record UpstreamResponse(MessageContext request, int status, List<Map.Entry<String, String>> fields, BodyPipe body)
        implements Runnable {

    private static final Log LOG = LogFactory.getLog(UpstreamResponse.class);
    private static final int FOUND = 302;
    private static final int FIRST_ERROR = 400;
    private static final int BAD_GATEWAY = 502;

    /** The stock transport's addend to an error code when a part of the request was sent. */
    private static final int PARTLY_SENT = 1;

    /** The stock transport's addend to an error code when all of the request was sent. */
    private static final int SENT = 3;

    private static final String LOCATION = "Location";

    /** Property of an answer to HEAD. */
    static final String OF_HEAD = "busbench.of-head";

    @Override
    public void run() {
        try {
            if (status != EngineResponse.ACCEPTED || !isAcknowledgement()) {
                MessageContext answer = newMessage();
                if (answer != null) {
                    fill(answer);
                    AxisEngine.receive(answer);
                }
            }
        } catch (AxisFault | RuntimeException e) {
            LOG.error("an upstream's response cannot be mediated: " + e.getMessage());
            LOG.debug("where it failed", e);
        }
    }

    /** A 202 to a one-way message ends that message here. */
    private boolean isAcknowledgement() throws AxisFault {
        if (request.isPropertyTrue(NhttpConstants.IGNORE_SC_ACCEPTED)) {
            return true;
        }
        MessageContext in = request.getOperationContext().getMessageContext(WSDL2Constants.MESSAGE_LABEL_IN);
        if (in != null && !request.getOptions().isUseSeparateListener()) {
            return false;
        }
        request.setProperty(NhttpConstants.HTTP_202_RECEIVED, "true");
        request.getAxisOperation().getMessageReceiver().receive(request);
        return true;
    }

    /** Returns null when the operation is complete, and expects no response. */
    private MessageContext newMessage() throws AxisFault {
        OperationContext operation = request.getOperationContext();
        MessageContext answer = operation.getMessageContext(WSDL2Constants.MESSAGE_LABEL_IN);
        if (answer != null) {
            // The request's action would contradict that of the response.
            answer.setSoapAction("");
        } else if (operation.isComplete()) {
            return null;
        } else {
            answer = new MessageContext();
            answer.setOperationContext(operation);
        }
        relate(answer, request);
        return answer;
    }

    private static void relate(MessageContext answer, MessageContext request) {
        OperationContext operation = request.getOperationContext();
        answer.setServerSide(true);
        answer.setDoingREST(request.isDoingREST());
        answer.setProperty(MessageContext.TRANSPORT_IN, request.getProperty(MessageContext.TRANSPORT_IN));
        answer.setTransportIn(request.getTransportIn());
        answer.setTransportOut(request.getTransportOut());
        answer.setAxisMessage(operation.getAxisOperation().getMessage(WSDLConstants.MESSAGE_LABEL_IN_VALUE));
        answer.setOperationContext(operation);
        answer.setConfigurationContext(request.getConfigurationContext());
        answer.setTo(null);
    }

    private void fill(MessageContext answer) throws AxisFault {
        TransportHeaders.store(fields.stream().map(this::relocated).toList(), answer);
        String length = TransportHeaders.value(answer, "Content-Length");
        if (length != null) {
            answer.setProperty(PassThroughConstants.ORIGINAL_CONTENT_LENGTH, length);
        }
        boolean empty = body == null || body.isEmpty();
        if (status == EngineResponse.ACCEPTED && empty) {
            answer.setProperty(AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES, true);
            answer.setProperty(PassThroughConstants.MESSAGE_BUILDER_INVOKED, true);
            answer.setProperty(NhttpConstants.SC_ACCEPTED, true);
        }
        if (empty) {
            answer.setProperty(PassThroughConstants.NO_ENTITY_BODY, true);
            if (!UpstreamRequest.WITHOUT_BODY.contains(status)) {
                fillForHead(answer);
            }
        } else {
            String type = contentType(answer);
            String charset = ContentTypes.charset(type);
            answer.setProperty(Constants.Configuration.CONTENT_TYPE, type);
            answer.setProperty(
                    Constants.Configuration.CHARACTER_SET_ENCODING,
                    charset == null ? MessageContext.DEFAULT_CHAR_SET_ENCODING : charset);
            TransportHeaders.storeBody(body, answer, BAD_GATEWAY);
        }
        answer.setEnvelope(OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope());
        answer.setProperty(PassThroughConstants.HTTP_SC, status);
        if (status >= FIRST_ERROR) {
            answer.setProperty(PassThroughConstants.FAULT_MESSAGE, PassThroughConstants.TRUE);
        }
        answer.setProperty(PassThroughConstants.NON_BLOCKING_TRANSPORT, true);
    }

    /** The client of a HEAD gets what the upstream says of a body, unless a mediator reads: then an answer to GET would be written anew. */
    private void fillForHead(MessageContext answer) {
        if (request.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof EngineResponse client && client.isToHead()) {
            String empty =
                    OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope().toString();
            BodyPipe instead =
                    BodyPipe.ofHead(empty.getBytes(StandardCharsets.UTF_8), TransportHeaders.codings(fields));
            answer.setProperty(OF_HEAD, true);
            answer.setProperty(Constants.Configuration.CONTENT_TYPE, SOAP11Constants.SOAP_11_CONTENT_TYPE);
            TransportHeaders.storeBody(instead, answer, BAD_GATEWAY);
        }
    }

    /** Replaces the upstream's own address in a {@code Location} by that of the mediator. */
    private Map.Entry<String, String> relocated(Map.Entry<String, String> field) {
        Object prefix = request.getProperty(PassThroughConstants.SERVICE_PREFIX);
        if (!field.getKey().equalsIgnoreCase(LOCATION) || status == FOUND || prefix == null) {
            return field;
        }
        try {
            return Map.entry(LOCATION, prefix + new URL(field.getValue()).getFile());
        } catch (MalformedURLException e) {
            return field;
        }
    }

    private String contentType(MessageContext answer) {
        String received = TransportHeaders.value(answer, "Content-Type");
        if (received != null) {
            return TransportHeaders.contentType(received);
        }
        Object property = answer.getProperty(PassThroughConstants.CONTENT_TYPE);
        if (property != null) {
            return property.toString();
        }
        Parameter configured = request.getConfigurationContext()
                .getAxisConfiguration()
                .getParameter(PassThroughConstants.CONTENT_TYPE);
        return configured == null
                ? PassThroughConstants.DEFAULT_CONTENT_TYPE
                : configured.getValue().toString();
    }

    /**
     * Reports to Synapse that there will be no response, with the error codes and texts of the stock transport, which configurations test. Its code of a
     * broken connection tells how much of the request was sent.
     *
     * @param request that was sent
     * @param sent whether all of the request was sent
     */
    static void reportFailure(MessageContext request, Failure failure, boolean sent) {
        boolean answered = request.getOperationContext() != null
                && Constants.VALUE_TRUE.equals(request.getOperationContext().getProperty(Constants.RESPONSE_WRITTEN));
        if (request.getAxisOperation() == null || request.getAxisOperation().getMessageReceiver() == null || answered) {
            return;
        }
        LOG.warn(failure.detail());
        try {
            request.getAxisOperation().getMessageReceiver().receive(fault(request, code(failure, sent), text(failure)));
        } catch (AxisFault | RuntimeException e) {
            LOG.error("a failure cannot be reported to Synapse: " + e.getMessage());
        }
    }

    private static MessageContext fault(MessageContext request, int code, String text) throws AxisFault {
        MessageContext fault = MessageContextBuilder.createFaultMessageContext(request, new AxisFault(text));
        fault.removeProperty(PassThroughConstants.PASS_THROUGH_PIPE);
        relate(fault, request);
        fault.setProperty(PassThroughConstants.SENDING_FAULT, true);
        fault.setProperty(PassThroughConstants.ERROR_CODE, code);
        fault.setProperty(PassThroughConstants.ERROR_MESSAGE, text);
        fault.setProperty(PassThroughConstants.ERROR_DETAIL, text);
        fault.setProperty(PassThroughConstants.NO_ENTITY_BODY, true);
        fault.getEnvelope().getBody().getFault().getDetail().setText(text);
        return fault;
    }

    private static int code(Failure failure, boolean sent) {
        int state = sent ? SENT : PARTLY_SENT;
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
