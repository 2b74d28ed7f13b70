package org.busbench.mediation.engine;

import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.soap.SOAP11Constants;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.builder.BuilderUtil;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.dispatchers.RequestURIBasedDispatcher;
import org.apache.axis2.engine.AxisEngine;
import org.apache.axis2.transport.TransportUtils;
import org.apache.axis2.transport.http.HTTPConstants;
import org.apache.axis2.transport.http.HTTPTransportUtils;
import org.apache.axis2.util.MessageContextBuilder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.transport.nhttp.util.RESTUtil;
import org.apache.synapse.transport.passthru.PassThroughConstants;

/**
 * One message on its way into Synapse. What Axis2's handlers and Synapse's mediators look for in a message of an HTTP transport is put there, by the same
 * names and with the same meaning as the stock pass-through transport does.
 *
 * <p>A worker runs it; what it calls may wait for the body, which a loop brings to an end.
 */
final class Mediation implements Runnable {

    private static final Log LOG = LogFactory.getLog(Mediation.class);

    private final ConfigurationContext axis;
    private final String published;
    private final Arrival arrival;
    private final Reply reply;
    private final Conduit body;

    /**
     * @param axis where the proxies are deployed
     * @param published scheme and authority under which clients know us
     * @param arrival the request's head
     * @param reply who gets the answer
     * @param body of the request, perhaps empty
     */
    Mediation(ConfigurationContext axis, String published, Arrival arrival, Reply reply, Conduit body) {
        this.axis = axis;
        this.published = published;
        this.arrival = arrival;
        this.reply = reply;
        this.body = body;
    }

    @Override
    public void run() {
        MessageContext message = NewMessage.of(axis, arrival, reply);
        try {
            NewMessage.locate(message, arrival.target(), published);
            mediate(message);
            Acknowledgement.send(message, reply);
            reply.lastWord().mediated();
        } catch (AxisFault e) {
            LOG.error(arrival.method() + " " + arrival.target() + ": " + e.getMessage());
            answerFault(message, e);
        } catch (RuntimeException e) {
            LOG.error(arrival.method() + " " + arrival.target() + ": " + e.getMessage());
            LOG.debug("where it failed", e);
            answerUnlessSomebodyWill(message);
        } finally {
            MessageContext.destroyCurrentMessageContext();
        }
    }

    private void mediate(MessageContext message) throws AxisFault {
        String method = arrival.upperMethod();
        if (method.equals("GET") || method.equals("DELETE")) {
            if (new Descriptions(axis).answer(arrival.target(), reply)) {
                message.setProperty(PassThroughConstants.FORCE_SOAP_FAULT, true);
                return;
            }
            message.setProperty(PassThroughConstants.REST_GET_DELETE_INVOKE, true);
            message.setProperty(HTTPConstants.HTTP_METHOD, method);
            message.setServerSide(true);
            message.setDoingREST(true);
            receive(message, envelopeOfTarget(message, arrival.field("Content-Type")));
        } else if (arrival.isEnclosing()) {
            receiveContent(message, method);
        } else {
            receive(message, null);
        }
    }

    /** A message whose meaning stands in its content. */
    private void receiveContent(MessageContext message, String method) throws AxisFault {
        String contentType = contentType();
        String type = contentType == null ? null : TransportUtils.getContentType(contentType, message);
        String charset = contentType == null ? null : BuilderUtil.getCharSetEncoding(contentType);
        message.setTo(new EndpointReference(arrival.target()));
        message.setProperty(HTTPConstants.HTTP_METHOD, method);
        message.setProperty(
                Constants.Configuration.CHARACTER_SET_ENCODING,
                charset == null ? MessageContext.DEFAULT_CHAR_SET_ENCODING : charset);
        message.setServerSide(true);
        message.setProperty(Constants.Configuration.CONTENT_TYPE, contentType);
        message.setProperty(Constants.Configuration.MESSAGE_TYPE, type);
        if (!isSoap(contentType)) {
            message.setProperty(PassThroughConstants.REST_REQUEST_CONTENT_TYPE, type);
            message.setDoingREST(true);
            SOAPEnvelope envelope = envelopeOfTarget(message, contentType);
            message.setProperty(PassThroughConstants.PASS_THROUGH_PIPE, body);
            receive(message, envelope);
            return;
        }
        int version = HTTPTransportUtils.initializeMessageContext(
                message, arrival.field("SOAPAction"), arrival.target(), contentType);
        message.setEnvelope(
                version == 1
                        ? OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope()
                        : OMAbstractFactory.getSOAP12Factory().getDefaultEnvelope());
        message.setProperty(PassThroughConstants.PASS_THROUGH_PIPE, body);
        AxisEngine.receive(message);
    }

    /** A message without an envelope of its own. */
    private void receive(MessageContext message, SOAPEnvelope envelope) throws AxisFault {
        message.setSoapAction(unquoted(arrival.field("SOAPAction")));
        message.setTo(new EndpointReference(arrival.target()));
        message.setServerSide(true);
        message.setDoingREST(true);
        if (!arrival.isEnclosing()) {
            message.setProperty(PassThroughConstants.NO_ENTITY_BODY, true);
        } else if (arrival.hasBody()) {
            message.setProperty(PassThroughConstants.PASS_THROUGH_PIPE, body);
        }
        message.setEnvelope(
                envelope == null ? OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope() : envelope);
        AxisEngine.receive(message);
    }

    /** Makes an envelope of the parameters in the target, where there is no other content; null otherwise. */
    private SOAPEnvelope envelopeOfTarget(MessageContext message, String contentType) throws AxisFault {
        String type = contentType == null ? null : TransportUtils.getContentType(contentType, message);
        if (type != null && !type.isEmpty() && !type.equals(HTTPConstants.MEDIA_TYPE_X_WWW_FORM)) {
            return null;
        }
        String form = contentType == null ? HTTPConstants.MEDIA_TYPE_X_WWW_FORM : contentType;
        message.setTo(new EndpointReference(arrival.target()));
        message.setProperty(Constants.Configuration.CONTENT_TYPE, form);
        message.setProperty(Constants.Configuration.CHARACTER_SET_ENCODING, BuilderUtil.getCharSetEncoding(form));
        SOAPEnvelope envelope = null;
        try {
            RESTUtil.dispatchAndVerify(message);
            AxisService service = new RequestURIBasedDispatcher().findService(message);
            if (service == null) {
                message.setAxisService(axis.getAxisConfiguration().getService(SynapseConstants.SYNAPSE_SERVICE_NAME));
            }
            envelope = TransportUtils.createSOAPMessage(message, null, form);
        } catch (AxisFault | javax.xml.stream.XMLStreamException | RuntimeException e) {
            // As stock: such a message goes on with an empty envelope.
            LOG.error("no message can be made of " + arrival.target() + ": " + e.getMessage());
        }
        message.setProperty(Constants.Configuration.MESSAGE_TYPE, HTTPConstants.MEDIA_TYPE_APPLICATION_XML);
        return envelope;
    }

    private String contentType() {
        String told = arrival.field("Content-Type");
        Parameter usual = axis.getAxisConfiguration().getParameter(PassThroughConstants.REQUEST_CONTENT_TYPE);
        return told != null || usual == null ? told : usual.getValue().toString();
    }

    private static boolean isSoap(String contentType) {
        return contentType != null
                && !HTTPTransportUtils.isRESTRequest(contentType)
                && (contentType.contains(SOAP11Constants.SOAP_11_CONTENT_TYPE)
                        || contentType.contains(SOAP12Constants.SOAP_12_CONTENT_TYPE));
    }

    private static String unquoted(String action) {
        boolean quoted = action != null && action.length() > 1 && action.startsWith("\"") && action.endsWith("\"");
        return quoted ? action.substring(1, action.length() - 1) : action;
    }

    private void answerFault(MessageContext message, AxisFault cause) {
        try {
            MessageContext fault = MessageContextBuilder.createFaultMessageContext(message, cause);
            message.setProperty(PassThroughConstants.FORCE_SOAP_FAULT, true);
            AxisEngine.sendFault(fault);
        } catch (AxisFault | RuntimeException e) {
            LOG.error("a fault cannot be answered: " + e.getMessage());
        }
        if (!reply.isAnswered()) {
            reply.lastWord().say(500);
        }
    }

    /** Synapse throws what its fault sequence has dealt with; only when nothing was sent nobody will answer. */
    private void answerUnlessSomebodyWill(MessageContext message) {
        boolean somebodyWill = message.getOperationContext() != null
                && message.getOperationContext().getProperty(Constants.RESPONSE_WRITTEN) != null;
        if (somebodyWill) {
            reply.lastWord().failed();
        } else {
            reply.lastWord().say(500);
        }
    }
}
