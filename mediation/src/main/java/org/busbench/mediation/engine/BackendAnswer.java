package org.busbench.mediation.engine;

import java.net.MalformedURLException;
import java.net.URL;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.builder.BuilderUtil;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.wsdl.WSDLConstants;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;

/**
 * A backend's answer on its way into Synapse, as a message with what Synapse expects of one.
 *
 * <p>A worker runs it; what it calls may wait for the body, which a loop brings to an end.
 */
final class BackendAnswer implements Runnable {

    private static final Log LOG = LogFactory.getLog(BackendAnswer.class);
    private static final int ACCEPTED = 202;
    private static final int FOUND = 302;
    private static final int FIRST_ERROR = 400;
    private static final String LOCATION = "Location";

    private final MessageContext request;
    private final int status;
    private final List<Map.Entry<String, String>> fields;
    private final Conduit body;

    /**
     * @param request what was sent
     * @param status of the answer
     * @param fields of its head
     * @param body null when there is none
     */
    BackendAnswer(MessageContext request, int status, List<Map.Entry<String, String>> fields, Conduit body) {
        this.request = request;
        this.status = status;
        this.fields = fields;
        this.body = body;
    }

    @Override
    public void run() {
        boolean taken = false;
        try {
            if (status != ACCEPTED || !isOnlyReceipt()) {
                MessageContext answer = newMessage();
                if (answer != null) {
                    fill(answer);
                    taken = true;
                    AxisEngine.receive(answer);
                }
            }
        } catch (AxisFault | RuntimeException e) {
            LOG.error("a backend's answer cannot be mediated: " + e.getMessage());
            LOG.debug("where it failed", e);
        } finally {
            MessageContext.destroyCurrentMessageContext();
            if (!taken && body != null) {
                body.discard();
            }
        }
    }

    /** A 202 to a message that asks for no answer ends it here. */
    private boolean isOnlyReceipt() throws AxisFault {
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

    /** Returns null when the operation awaits nothing any more. */
    private MessageContext newMessage() throws AxisFault {
        OperationContext operation = request.getOperationContext();
        MessageContext answer = operation.getMessageContext(WSDL2Constants.MESSAGE_LABEL_IN);
        if (answer != null) {
            // The request's action would contradict the one that the answer brings.
            answer.setSoapAction("");
        } else if (operation.isComplete()) {
            return null;
        } else {
            answer = new MessageContext();
            answer.setOperationContext(operation);
        }
        answer.setServerSide(true);
        answer.setDoingREST(request.isDoingREST());
        answer.setProperty(MessageContext.TRANSPORT_IN, request.getProperty(MessageContext.TRANSPORT_IN));
        answer.setTransportIn(request.getTransportIn());
        answer.setTransportOut(request.getTransportOut());
        answer.setAxisMessage(operation.getAxisOperation().getMessage(WSDLConstants.MESSAGE_LABEL_IN_VALUE));
        answer.setOperationContext(operation);
        answer.setConfigurationContext(request.getConfigurationContext());
        answer.setTo(null);
        return answer;
    }

    private void fill(MessageContext answer) throws AxisFault {
        TransportFields.read(fields.stream().map(this::here).toList(), answer);
        String length = TransportFields.value(answer, "Content-Length");
        if (length != null) {
            answer.setProperty(PassThroughConstants.ORIGINAL_CONTENT_LENGTH, length);
        }
        if (status == ACCEPTED) {
            answer.setProperty(AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES, true);
            answer.setProperty(PassThroughConstants.MESSAGE_BUILDER_INVOKED, true);
            answer.setProperty(NhttpConstants.SC_ACCEPTED, true);
        }
        if (body == null) {
            answer.setProperty(PassThroughConstants.NO_ENTITY_BODY, true);
        } else {
            String type = contentType(answer);
            String charset = type.toLowerCase(Locale.ROOT).contains("charset=")
                    ? BuilderUtil.getCharSetEncoding(type)
                    : MessageContext.DEFAULT_CHAR_SET_ENCODING;
            answer.setProperty(Constants.Configuration.CONTENT_TYPE, type);
            answer.setProperty(
                    Constants.Configuration.CHARACTER_SET_ENCODING,
                    charset == null ? MessageContext.DEFAULT_CHAR_SET_ENCODING : charset);
            answer.setProperty(PassThroughConstants.PASS_THROUGH_PIPE, body);
        }
        answer.setEnvelope(OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope());
        answer.setProperty(PassThroughConstants.HTTP_SC, status);
        if (status >= FIRST_ERROR) {
            answer.setProperty(PassThroughConstants.FAULT_MESSAGE, PassThroughConstants.TRUE);
        }
        answer.setProperty(PassThroughConstants.NON_BLOCKING_TRANSPORT, true);
    }

    /** What a backend says of its own address is told as one of ours. */
    private Map.Entry<String, String> here(Map.Entry<String, String> field) {
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
        String told = TransportFields.value(answer, "Content-Type");
        if (told != null) {
            return told;
        }
        Object property = answer.getProperty(PassThroughConstants.CONTENT_TYPE);
        if (property != null) {
            return property.toString();
        }
        Parameter usual = request.getConfigurationContext()
                .getAxisConfiguration()
                .getParameter(PassThroughConstants.CONTENT_TYPE);
        return usual == null
                ? PassThroughConstants.DEFAULT_CONTENT_TYPE
                : usual.getValue().toString();
    }
}
