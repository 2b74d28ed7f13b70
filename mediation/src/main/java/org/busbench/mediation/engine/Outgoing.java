package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.MessageFormatter;
import org.apache.axis2.util.MessageProcessorSelector;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.util.PassThroughTransportUtils;

/**
 * A message that is to be sent: what goes into its head, and whether its body goes on as it came or is written anew. Workers use it; writing a message
 * whose parser has not come to its end may wait for the peer that sends it.
 */
final class Outgoing {

    private static final String TYPE = "Content-Type";
    private static final String ACTION = "SOAPAction";

    private final MessageContext message;
    private final MessageFormatter formatter;
    private final OMOutputFormat format;

    Outgoing(MessageContext message) throws AxisFault {
        this.message = message;
        this.formatter = MessageProcessorSelector.getMessageFormatter(message);
        this.format = PassThroughTransportUtils.getOMOutputFormat(message);
    }

    /** {@return whether a request goes without a body} */
    boolean hasNoRequestBody() {
        return isEmptyByProperty() && message.getEnvelope().getBody().getFirstElement() == null;
    }

    /** {@return whether an answer goes without a body} */
    boolean hasNoAnswerBody() {
        return isEmptyByProperty() || message.isPropertyTrue(NhttpConstants.SC_ACCEPTED);
    }

    /** {@return whether nobody has made an envelope of the body, or another one} */
    boolean goesOnAsItCame() {
        return message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE) instanceof Conduit body
                && !PassThroughTransportUtils.builderInvoked(message)
                && !body.isRead()
                && isEmpty(message.getEnvelope());
    }

    /** {@return the body as it came} */
    Conduit untouched() throws AxisFault {
        Conduit body = ((Conduit) message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE)).again();
        if (body.length() >= 0 || mostWhole() < Integer.MAX_VALUE) {
            return body;
        }
        try {
            return Conduit.of(body.getInputStream().readAllBytes());
        } catch (IOException e) {
            throw AxisFault.makeFault(e);
        }
    }

    /** {@return the longest body, in bytes, whose length is told in the head} */
    int mostWhole() {
        boolean always = isTrue(PassThroughConstants.DISABLE_CHUNKING) || isTrue(PassThroughConstants.FORCE_HTTP_1_0);
        return always ? Integer.MAX_VALUE : Conduit.MOST_BYTES;
    }

    private boolean isTrue(String property) {
        return "true".equals(String.valueOf(message.getProperty(property)));
    }

    /** {@return the fields of a request} */
    List<Map.Entry<String, String>> requestFields() throws AxisFault {
        List<Map.Entry<String, String>> fields = TransportFields.of(message, "Host");
        String action = message.getSoapAction() == null ? message.getWSAAction() : message.getSoapAction();
        if (message.isSOAP11() && action != null && !action.isEmpty()) {
            set(fields, ACTION, formatter.formatSOAPAction(message, null, action));
        }
        if (!hasNoRequestBody() && !goesOnAsItCame()) {
            set(fields, TYPE, formatter.getContentType(message, format, message.getSoapAction()));
        }
        return fields;
    }

    /** {@return the fields of an answer} */
    List<Map.Entry<String, String>> answerFields(String... without) throws AxisFault {
        List<Map.Entry<String, String>> fields = TransportFields.of(message, without);
        if (hasNoAnswerBody()) {
            fields.removeIf(field -> field.getKey().equalsIgnoreCase(TYPE));
        } else if (!goesOnAsItCame()) {
            String told = TransportFields.value(message, TYPE);
            String made = formatter.getContentType(message, format, message.getSoapAction());
            if (told == null || !isSame(told, made)) {
                set(fields, TYPE, made);
            }
        }
        return fields;
    }

    /** Writes the envelope. */
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

    /** A configuration may say of an answer's type what it wants, but the boundary and the charset have to be those that were written. */
    private boolean isSame(String told, String made) {
        return !made.startsWith("multipart/")
                && !told.startsWith("multipart/")
                && charset(told).equals(charset(made));
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

    /** {@return the method of a request} */
    static String method(MessageContext message) {
        Object method = message.getProperty(Constants.Configuration.HTTP_METHOD);
        return method == null ? "POST" : method.toString();
    }
}
