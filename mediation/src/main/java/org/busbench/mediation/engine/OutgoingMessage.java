package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.MessageFormatter;
import org.apache.axis2.transport.http.HTTPConstants;
import org.apache.axis2.transport.http.XFormURLEncodedFormatter;
import org.apache.axis2.util.MessageProcessorSelector;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.util.PassThroughTransportUtils;
import org.busbench.mediation.http.ContentCodings;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.soap.ContentTypes;

/**
 * A message that Synapse sends: the fields of its head, and whether its body is forwarded unchanged or serialised. Workers use it. Serialising a message that
 * is not parsed to its end may wait for the sender of that message.
 */
final class OutgoingMessage {

    /** Property of a client's message: the type that it came with, which a mediator may have changed. */
    static final String RECEIVED_TYPE = "busbench.received-type";

    /** Property of an OPTIONS or TRACE: how often its client lets it be forwarded. */
    static final String RECEIVED_FORWARDS = "busbench.received-forwards";

    static final String FORWARDS = "Max-Forwards";

    private static final String TYPE = "Content-Type";
    private static final String ACTION = "SOAPAction";
    private static final String ACCEPTED = "Accept-Encoding";

    private final MessageContext message;
    private final MessageFormatter formatter;
    private final OMOutputFormat format;

    OutgoingMessage(MessageContext message) throws AxisFault {
        this.message = message;
        if (isForm(TransportHeaders.value(message, TYPE)) && holdsForm()) {
            message.setProperty(Constants.Configuration.MESSAGE_TYPE, HTTPConstants.MEDIA_TYPE_X_WWW_FORM);
        }
        this.formatter = MessageProcessorSelector.getMessageFormatter(message);
        this.format = PassThroughTransportUtils.getOMOutputFormat(message);
    }

    boolean hasNoRequestBody() {
        return isEmptyByProperty() && message.getEnvelope().getBody().getFirstElement() == null;
    }

    boolean hasNoResponseBody() {
        return isEmptyByProperty() || message.isPropertyTrue(NhttpConstants.SC_ACCEPTED);
    }

    /** {@return whether no mediator has read or replaced the body} */
    boolean isUnchanged() {
        return message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE) instanceof BodyPipe body
                && !PassThroughTransportUtils.builderInvoked(message)
                && !body.isRead()
                && isEmpty(message.getEnvelope());
    }

    BodyPipe unchangedBody() throws AxisFault {
        BodyPipe body = ((BodyPipe) message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE)).copy();
        if (body.length() >= 0 || maxWholeBytes() < Integer.MAX_VALUE) {
            return body;
        }
        try {
            return BodyPipe.of(body.readAsItCame());
        } catch (IOException e) {
            throw AxisFault.makeFault(e);
        }
    }

    /** {@return the size in bytes up to which a body is sent with its length} */
    int maxWholeBytes() {
        boolean always = isTrue(PassThroughConstants.DISABLE_CHUNKING) || isTrue(PassThroughConstants.FORCE_HTTP_1_0);
        return always ? Integer.MAX_VALUE : BodyPipe.MAX_BYTES;
    }

    private boolean isTrue(String property) {
        return "true".equals(String.valueOf(message.getProperty(property)));
    }

    List<Map.Entry<String, String>> requestFields() throws AxisFault {
        List<Map.Entry<String, String>> fields = TransportHeaders.of(message, "Host");
        String action = message.getSoapAction() == null ? message.getWSAAction() : message.getSoapAction();
        if (message.isSOAP11() && action != null && !action.isEmpty()) {
            set(fields, ACTION, formatter.formatSOAPAction(message, null, HeadEdits.line(action)));
        }
        fields.replaceAll(field -> field.getKey().equalsIgnoreCase(ACCEPTED)
                ? Map.entry(field.getKey(), ContentCodings.decodable(field.getValue()))
                : field);
        if (forwardsLeft() > 0) {
            set(fields, FORWARDS, Long.toString(forwardsLeft() - 1));
        }
        Object received = message.getProperty(RECEIVED_TYPE);
        boolean sameType = Objects.equals(received, message.getProperty(Constants.Configuration.CONTENT_TYPE));
        if (isUnchanged()) {
            describeUnchanged(fields);
        }
        if (!hasNoRequestBody() && (!isUnchanged() || !sameType)) {
            set(fields, TYPE, contentType());
        }
        return fields;
    }

    /** {@return how often it may still be forwarded (RFC 9110 section 7.6.2); -1 for any number, or if a mediator, or Synapse for its API, has counted} */
    long forwardsLeft() {
        String left = TransportHeaders.value(message, FORWARDS);
        boolean counts = left != null && left.equals(message.getProperty(RECEIVED_FORWARDS));
        return counts && left.matches("[0-9]{1,18}") ? Long.parseLong(left) : -1;
    }

    List<Map.Entry<String, String>> responseFields(String... without) throws AxisFault {
        List<Map.Entry<String, String>> fields = TransportHeaders.of(message, without);
        if (hasNoResponseBody() && !isOfHead()) {
            // Without a pipe the answer came empty, and its type is the backend's.
            if (message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE) != null) {
                fields.removeIf(field -> field.getKey().equalsIgnoreCase(TYPE));
            }
        } else if (isUnchanged()) {
            describeUnchanged(fields);
        } else {
            String configured = TransportHeaders.value(message, TYPE);
            String made = contentType();
            if (isForm(made) && !(formatter instanceof XFormURLEncodedFormatter)) {
                // Axis2 takes a request without a type, such as a GET, for a form, and what answers it is XML.
                made = HTTPConstants.MEDIA_TYPE_APPLICATION_XML + "; charset=" + format.getCharSetEncoding();
            }
            if (configured == null
                    || isForm(configured)
                    || formatter instanceof JsonFormatter
                    || !agrees(configured, made)) {
                set(fields, TYPE, made);
            }
        }
        return fields;
    }

    /** Whether it answers a client's HEAD with what an upstream said of a body. */
    boolean isOfHead() {
        return message.getProperty(UpstreamResponse.OF_HEAD) != null;
    }

    /** {@return the length that an answer to GET would have, or -2 when it is not known because a mediator would read that answer} */
    long lengthOfGet() {
        boolean told = isOfHead() && isUnchanged();
        return told && message.getProperty(PassThroughConstants.ORIGINAL_CONTENT_LENGTH) instanceof String length
                ? Long.parseLong(length)
                : -2;
    }

    /** A body that is as it came has its codings still, and a type, if it is not empty, even when a mediator has removed the field. */
    private void describeUnchanged(List<Map.Entry<String, String>> fields) {
        BodyPipe body = (BodyPipe) message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE);
        ContentCodings codings = body.codings();
        if (!codings.isNone()) {
            fields.add(Map.entry("Content-Encoding", codings.field()));
        }
        if (TransportHeaders.value(message, TYPE) == null && body.length() != 0) {
            set(fields, TYPE, contentType());
        }
    }

    private String contentType() {
        String made = formatter.getContentType(message, format, message.getSoapAction());
        return made == null ? null : HeadEdits.line(made.replaceFirst("(;\\s*charset=[^;]*)\\1", "$1"));
    }

    void writeTo(OutputStream out) throws AxisFault {
        formatter.writeTo(message, format, out, false);
    }

    private static boolean isForm(String contentType) {
        return contentType != null
                && contentType.toLowerCase(Locale.ROOT).startsWith(HTTPConstants.MEDIA_TYPE_X_WWW_FORM);
    }

    /** Whether the content is what Axis2 makes of a form. Synapse may have called it XML, which nothing else in the message says. */
    private boolean holdsForm() {
        OMElement content = message.getEnvelope().getBody().getFirstElement();
        return content != null && content.getLocalName().equals(SynapseConstants.SYNAPSE_OPERATION_NAME.getLocalPart());
    }

    private boolean isEmptyByProperty() {
        return Boolean.TRUE.equals(message.getProperty(PassThroughConstants.NO_ENTITY_BODY));
    }

    private static boolean isEmpty(SOAPEnvelope envelope) {
        boolean noHeader = envelope.getHeader() == null || envelope.getHeader().getFirstElement() == null;
        return noHeader && (envelope.getBody() == null || envelope.getBody().getFirstElement() == null);
    }

    /** A configuration may set any content type, but its boundary and charset must be those of the serialised body. */
    private boolean agrees(String configured, String made) {
        return !made.startsWith("multipart/")
                && !configured.startsWith("multipart/")
                && charset(configured).equals(charset(made));
    }

    private static String charset(String type) {
        String named = ContentTypes.charset(type);
        return named == null ? "UTF-8" : named.toUpperCase(Locale.ROOT);
    }

    private static void set(List<Map.Entry<String, String>> fields, String name, String value) {
        fields.removeIf(field -> field.getKey().equalsIgnoreCase(name));
        if (value != null) {
            fields.add(Map.entry(name, value));
        }
    }
}
