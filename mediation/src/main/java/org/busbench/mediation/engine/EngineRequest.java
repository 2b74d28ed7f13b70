package org.busbench.mediation.engine;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.soap.SOAP11Constants;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.util.UIDGenerator;
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
import org.apache.axis2.transport.RequestResponseTransport;
import org.apache.axis2.transport.TransportUtils;
import org.apache.axis2.transport.http.HTTPConstants;
import org.apache.axis2.transport.http.HTTPTransportUtils;
import org.apache.axis2.util.MessageContextBuilder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.transport.nhttp.HttpCoreRequestResponseTransport;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.nhttp.util.RESTUtil;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.util.PassThroughTransportUtils;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.soap.ContentTypes;
import org.busbench.mediation.wire.Faults;

/**
 * One client's request, and its way into Synapse. It puts into Axis2's message what the handlers of Axis2 and the mediators of Synapse expect of an HTTP
 * transport, by the same names and with the same meaning as the stock pass-through transport.
 *
 * <p>A worker runs it. What it calls may wait for the body, which a loop fills.
 *
 * @param body of the request, perhaps empty
 */
record EngineRequest(ConfigurationContext axis, String published, Head head, EngineResponse response, BodyPipe body)
        implements Runnable {

    private static final Log LOG = LogFactory.getLog(EngineRequest.class);
    private static final int UNSUPPORTED = 415;
    private static final Set<String> WITH_CONTENT = Set.of("POST", "PUT", "PATCH");
    private static final Set<String> COUNTED = Set.of("OPTIONS", "TRACE");

    /**
     * A copy of the request's head, since the loop's own memory is reused.
     *
     * @param method as the client wrote it
     * @param target path and query, or a whole URL when the client uses the mediator as its proxy
     * @param fields names and values in the order of arrival
     * @param hasBody whether a body follows
     * @param client the client's address, or null when its connection is closed
     */
    record Head(
            String method, String target, List<Map.Entry<String, String>> fields, boolean hasBody, InetAddress client) {

        /** A target in absolute form without a path, which means the path / (RFC 9112 section 3.2.2). */
        private static final Pattern NO_PATH = Pattern.compile("^(\\w+://[^/?]+)(?=\\?|$)");

        /** Copies the head; on the loop's thread. */
        static Head of(Exchange exchange) {
            RequestHead head = exchange.request();
            var client = exchange.client();
            String target = head.target();
            return new Head(
                    head.method(),
                    target.startsWith("/") ? target : NO_PATH.matcher(target).replaceFirst("$1/"),
                    head.fields(),
                    head.bodyLength() != 0,
                    client == null ? null : client.getAddress());
        }

        /** Synapse compares methods in capitals. */
        private String upperMethod() {
            return method.toUpperCase(Locale.ROOT);
        }

        /** Whether the message has content by its method, even an empty one, or a body. */
        private boolean hasContent() {
            return hasBody || WITH_CONTENT.contains(upperMethod());
        }

        /** The value of the first field of this name, or null. */
        private String field(String name) {
            return fields.stream()
                    .filter(field -> field.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
        }
    }

    @Override
    public void run() {
        MessageContext message = new MessageContext();
        response.content().hold();
        try {
            prepare(message);
            locate(message);
            mediate(message);
            acknowledge(message);
            response.mediated();
        } catch (AxisFault e) {
            LOG.error(head.method() + " " + head.target() + ": " + e.getMessage());
            answerFault(message, e);
        } catch (RuntimeException e) {
            LOG.error(head.method() + " " + head.target() + ": " + e.getMessage());
            LOG.debug("where it failed", e);
            answerUnlessSynapseDid(message);
        } catch (LinkageError e) {
            LOG.error(head.method() + " " + head.target() + ": " + MissingLibrary.sentence(e));
            answerUnlessSynapseDid(message);
        } catch (Error e) {
            Faults.survived(head.method() + " " + head.target() + " was not mediated", e);
            answerUnlessSynapseDid(message);
        } finally {
            response.content().release();
        }
    }

    private void prepare(MessageContext message) {
        message.setMessageID(UIDGenerator.generateURNString());
        message.setProperty(MessageContext.CLIENT_API_NON_BLOCKING, false);
        message.setConfigurationContext(axis);
        message.setTransportOut(axis.getAxisConfiguration().getTransportOut(Constants.TRANSPORT_HTTP));
        message.setTransportIn(axis.getAxisConfiguration().getTransportIn(Constants.TRANSPORT_HTTP));
        message.setIncomingTransportName(Constants.TRANSPORT_HTTP);
        message.setProperty(Constants.OUT_TRANSPORT_INFO, response);
        message.setServerSide(true);
        message.setProperty(Constants.Configuration.TRANSPORT_IN_URL, head.target());
        message.setProperty(Constants.Configuration.HTTP_METHOD, head.method());
        TransportHeaders.store(head.fields(), message);
        if (COUNTED.contains(head.method())) {
            message.setProperty(OutgoingMessage.RECEIVED_FORWARDS, head.field(OutgoingMessage.FORWARDS));
        }
        String length = head.field("Content-Length");
        if (length != null) {
            message.setProperty(PassThroughConstants.ORIGINAL_CONTENT_LENGTH, length);
        }
        if (head.client() != null) {
            message.setProperty(MessageContext.REMOTE_ADDR, head.client().getHostAddress());
            message.setProperty(NhttpConstants.REMOTE_HOST, PassThroughTransportUtils.getHostName(head.client()));
        }
        message.setProperty(RequestResponseTransport.TRANSPORT_CONTROL, new HttpCoreRequestResponseTransport(message));
    }

    /** Splits the target into the address of the service and what follows it. */
    private void locate(MessageContext message) {
        String target = head.target();
        String rest = afterService(target, message.getConfigurationContext().getServicePath());
        String prefix = target.substring(0, target.indexOf(rest));
        message.setProperty(PassThroughConstants.SERVICE_PREFIX, prefix.contains("://") ? prefix : published + prefix);
        message.setTo(new EndpointReference(rest));
        message.setProperty(PassThroughConstants.REST_URL_POSTFIX, rest);
    }

    private static String afterService(String target, String servicePath) {
        int services = target.indexOf(servicePath);
        if (services >= 0) {
            String named = target.substring(services + servicePath.length());
            int end = named.indexOf('/', 1);
            if (end < 0) {
                end = named.indexOf('?');
            }
            return end < 0 ? "" : named.substring(end);
        }
        int scheme = target.indexOf("://");
        if (scheme < 0) {
            return target;
        }
        String authority = target.substring(scheme + 3);
        int path = authority.indexOf('/');
        return path < 0 ? authority : authority.substring(path + 1);
    }

    private void mediate(MessageContext message) throws AxisFault {
        String method = head.upperMethod();
        boolean getsOrDeletes = method.equals("GET") || method.equals("DELETE");
        if ((getsOrDeletes || method.equals("HEAD")) && new WsdlPublisher(axis).answer(head.target(), response)) {
            message.setProperty(PassThroughConstants.FORCE_SOAP_FAULT, true);
        } else if (getsOrDeletes) {
            message.setProperty(PassThroughConstants.REST_GET_DELETE_INVOKE, true);
            message.setProperty(HTTPConstants.HTTP_METHOD, method);
            message.setServerSide(true);
            message.setDoingREST(true);
            receive(message, envelopeOfTarget(message, head.field("Content-Type")));
        } else if (head.hasContent()) {
            receiveContent(message, method);
        } else {
            if (method.equals("HEAD")) {
                // As for GET, Synapse has to ask below the endpoint's address for what follows the service in the
                // target.
                message.setProperty(
                        PassThroughConstants.REST_REQUEST_CONTENT_TYPE, HTTPConstants.MEDIA_TYPE_X_WWW_FORM);
            }
            receive(message, null);
        }
    }

    private void receiveContent(MessageContext message, String method) throws AxisFault {
        String contentType = contentType();
        String type = contentType == null ? null : TransportUtils.getContentType(contentType, message);
        String charset = ContentTypes.charset(contentType);
        boolean soap = isSoap(contentType);
        boolean soap12 = soap && contentType.contains(SOAP12Constants.SOAP_12_CONTENT_TYPE);
        if (soap) {
            String action = soap12 ? ContentTypes.parameter(contentType, "action") : null;
            // Axis2 would end an action at any semicolon, so it gets the type alone.
            HTTPTransportUtils.initializeMessageContext(
                    message,
                    action == null ? head.field("SOAPAction") : action,
                    head.target(),
                    soap12 ? SOAP12Constants.SOAP_12_CONTENT_TYPE : SOAP11Constants.SOAP_11_CONTENT_TYPE);
        }
        message.setTo(new EndpointReference(head.target()));
        message.setProperty(HTTPConstants.HTTP_METHOD, method);
        message.setProperty(
                Constants.Configuration.CHARACTER_SET_ENCODING,
                charset == null ? MessageContext.DEFAULT_CHAR_SET_ENCODING : charset);
        message.setServerSide(true);
        message.setProperty(Constants.Configuration.CONTENT_TYPE, contentType);
        message.setProperty(OutgoingMessage.RECEIVED_TYPE, contentType);
        message.setProperty(Constants.Configuration.MESSAGE_TYPE, type);
        if (!soap) {
            message.setProperty(PassThroughConstants.REST_REQUEST_CONTENT_TYPE, type);
            message.setDoingREST(true);
            SOAPEnvelope envelope = envelopeOfTarget(message, contentType);
            TransportHeaders.storeBody(body, message, UNSUPPORTED);
            receive(message, envelope);
            return;
        }
        message.setEnvelope(
                soap12
                        ? OMAbstractFactory.getSOAP12Factory().getDefaultEnvelope()
                        : OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope());
        TransportHeaders.storeBody(body, message, UNSUPPORTED);
        AxisEngine.receive(message);
    }

    /** Hands over a message that is no SOAP. Without an {@code envelope} it gets an empty one. */
    private void receive(MessageContext message, SOAPEnvelope envelope) throws AxisFault {
        message.setSoapAction(ContentTypes.unquoted(head.field("SOAPAction")));
        message.setTo(new EndpointReference(head.target()));
        message.setServerSide(true);
        message.setDoingREST(true);
        if (!head.hasContent()) {
            message.setProperty(PassThroughConstants.NO_ENTITY_BODY, true);
        } else if (head.hasBody()) {
            TransportHeaders.storeBody(body, message, UNSUPPORTED);
        }
        message.setEnvelope(
                envelope == null ? OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope() : envelope);
        AxisEngine.receive(message);
    }

    /** Makes an envelope of the target's parameters. Returns null when the message has other content. */
    private SOAPEnvelope envelopeOfTarget(MessageContext message, String contentType) throws AxisFault {
        String type = contentType == null ? null : TransportUtils.getContentType(contentType, message);
        if (type != null && !type.isEmpty() && !type.equals(HTTPConstants.MEDIA_TYPE_X_WWW_FORM)) {
            return null;
        }
        String form = contentType == null ? HTTPConstants.MEDIA_TYPE_X_WWW_FORM : contentType;
        message.setTo(new EndpointReference(head.target()));
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
            // The stock transport also goes on with an empty envelope.
            LOG.error("no message can be made of " + head.target() + ": " + e.getMessage());
        }
        message.setProperty(Constants.Configuration.MESSAGE_TYPE, HTTPConstants.MEDIA_TYPE_APPLICATION_XML);
        return envelope;
    }

    private String contentType() {
        String received = head.field("Content-Type");
        if (received != null) {
            return TransportHeaders.contentType(received);
        }
        Parameter configured = axis.getAxisConfiguration().getParameter(PassThroughConstants.REQUEST_CONTENT_TYPE);
        return configured == null ? null : configured.getValue().toString();
    }

    private static boolean isSoap(String contentType) {
        return contentType != null
                && !HTTPTransportUtils.isRESTRequest(contentType)
                && (contentType.contains(SOAP11Constants.SOAP_11_CONTENT_TYPE)
                        || contentType.contains(SOAP12Constants.SOAP_12_CONTENT_TYPE));
    }

    /** Answers when no other answer will follow, or when the configuration asks for 202. */
    private void acknowledge(MessageContext message) {
        if (message.isPropertyTrue("NIO-ACK-Requested", false)) {
            int status =
                    Integer.parseInt(message.getProperty(NhttpConstants.HTTP_SC).toString());
            response.answer(status, HeadEdits.of(TransportHeaders.of(message, "Host", "User-Agent")), null);
        } else if (isAcknowledged(message)) {
            response.answer(EngineResponse.ACCEPTED, HeadEdits.NONE, null);
        } else if (isOneWay(message)) {
            response.acknowledge();
        }
    }

    private static boolean isOneWay(MessageContext message) {
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

    private void answerFault(MessageContext message, AxisFault cause) {
        try {
            MessageContext fault = MessageContextBuilder.createFaultMessageContext(message, cause);
            message.setProperty(PassThroughConstants.FORCE_SOAP_FAULT, true);
            AxisEngine.sendFault(fault);
        } catch (AxisFault | RuntimeException e) {
            LOG.error("a fault cannot be answered: " + e.getMessage());
        }
        if (!response.isAnswered()) {
            response.answerFault(body.isRead() && !body.codings().canBeDecoded() ? UNSUPPORTED : 500);
        }
    }

    /** Synapse also throws after its fault sequence has run. Then an answer may still be on its way. */
    private void answerUnlessSynapseDid(MessageContext message) {
        boolean answering = message.getOperationContext() != null
                && message.getOperationContext().getProperty(Constants.RESPONSE_WRITTEN) != null;
        if (answering) {
            response.mediationFailed();
        } else {
            response.answerFault(body.isRead() && !body.codings().canBeDecoded() ? UNSUPPORTED : 500);
        }
    }
}
