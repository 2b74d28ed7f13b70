package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.MessageFormatter;
import org.apache.axis2.util.MessageProcessorSelector;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.util.PassThroughTransportUtils;

/**
 * A message that Synapse sends: the fields of its head, and whether its body is forwarded unchanged or serialised. Workers use it. Serialising a message that
 * is not parsed to its end may wait for the sender of that message.
 */
final class OutgoingMessage {

    private static final String TYPE = "Content-Type";
    private static final String ACTION = "SOAPAction";

    private final MessageContext message;
    private final MessageFormatter formatter;
    private final OMOutputFormat format;

    OutgoingMessage(MessageContext message) throws AxisFault {
        this.message = message;
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
            return BodyPipe.of(body.getInputStream().readAllBytes());
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
            set(fields, ACTION, formatter.formatSOAPAction(message, null, action));
        }
        if (!hasNoRequestBody() && !isUnchanged()) {
            set(fields, TYPE, formatter.getContentType(message, format, message.getSoapAction()));
        }
        return fields;
    }

    List<Map.Entry<String, String>> responseFields(String... without) throws AxisFault {
        List<Map.Entry<String, String>> fields = TransportHeaders.of(message, without);
        if (hasNoResponseBody()) {
            fields.removeIf(field -> field.getKey().equalsIgnoreCase(TYPE));
        } else if (!isUnchanged()) {
            String configured = TransportHeaders.value(message, TYPE);
            String made = formatter.getContentType(message, format, message.getSoapAction());
            if (configured == null || !agrees(configured, made)) {
                set(fields, TYPE, made);
            }
        }
        return fields;
    }

    void writeTo(OutputStream out) throws AxisFault {
        formatter.writeTo(message, format, out, false);
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

    private String charset(String type) {
        int at = type.toLowerCase(Locale.ROOT).indexOf("charset=");
        String named =
                at < 0 ? "UTF-8" : type.substring(at + "charset=".length()).replaceFirst(";.*", "");
        return named.replace("\"", "").strip().toUpperCase(Locale.ROOT);
    }

    private static void set(List<Map.Entry<String, String>> fields, String name, String value) {
        fields.removeIf(field -> field.getKey().equalsIgnoreCase(name));
        if (value != null) {
            fields.add(Map.entry(name, value));
        }
    }
}
