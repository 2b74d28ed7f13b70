package org.busbench.mediation.embedded;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.MessageContext;
import org.apache.commons.logging.Log;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.core.axis2.Axis2MessageContext;
import org.apache.synapse.mediators.AbstractMediator;
import org.apache.synapse.mediators.eip.EIPUtils;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.soap.FaultText;
import org.busbench.mediation.xml.MalformedXmlException;
import org.jaxen.JaxenException;

/**
 * A message as embedded mediators see it. Its properties are those of the flow. Its tree is made of the flow's bytes when the first of them comes, and the flow
 * takes bytes back when it needs them. States: {@code bytes and tree are the same -> the tree is newer}, by {@link #mediate}, and back, by {@link #write}.
 *
 * <p>For one thread at a time.
 */
public final class EmbeddedMessage extends Axis2MessageContext {
    private static final String UTF_8 = "UTF-8";

    private final Head head;
    private final Map<String, Object> properties;
    private byte[] bytes;
    private boolean newer;
    private boolean bare;
    private boolean isXml;
    /** What is known of the tree, which was written for the last time; else null. */
    private Boolean fault;

    /** What is known of a message besides its content and its properties. */
    public interface Head {

        /** The address to which it goes. */
        String to();

        /** The SOAP action; null for none. */
        String action();

        /** An ID that stays the same. */
        String messageId();
    }

    /**
     * A message without content.
     *
     * @param properties of the flow; mediators change them in place
     * @param method of the request, or null for an answer
     * @param status of the answer, or 0
     */
    public EmbeddedMessage(
            EmbeddedSynapse synapse,
            Head head,
            Map<String, Object> properties,
            Log service,
            String method,
            int status) {
        super(synapse.newMessage(), synapse.configuration(), synapse.environment());
        this.head = head;
        this.properties = properties;
        setServiceLog(service);
        setResponse(method == null);
        MessageContext axis = getAxis2MessageContext();
        if (method == null) {
            axis.setProperty("HTTP_SC", status);
        } else {
            axis.setProperty(Constants.Configuration.HTTP_METHOD, method);
        }
    }

    /** Makes the tree of these bytes, unless it is theirs or newer; the charset may be null. */
    public void read(byte[] message, String charset) throws MalformedXmlException {
        if (newer || message == bytes) {
            return;
        }
        try {
            setEnvelope(OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(message), charset)
                    .getSOAPEnvelope());
        } catch (AxisFault | OMException e) {
            throw new MalformedXmlException(
                    "the message is no SOAP envelope: "
                            + String.valueOf(e.getMessage()).replaceAll("\\s+", " "),
                    e);
        }
        bytes = message;
    }

    /** Sets the header fields, for mediators that ask for them. */
    public void fields(Map<String, String> fields) {
        getAxis2MessageContext().setProperty(MessageContext.TRANSPORT_HEADERS, fields);
    }

    /**
     * Has a mediator change the message.
     *
     * @return whether the message goes on; else it is dropped
     * @throws MalformedXmlException when the mediator fails, with its own words if it has any
     */
    public boolean mediate(EmbeddedMediator step) throws MalformedXmlException {
        newer |= step.changesContent();
        try {
            return step.mediator().mediate(this);
        } catch (RuntimeException e) {
            // Synapse's exception, and others where a message is not what the mediator expects.
            throw new MalformedXmlException(
                    e.getMessage() == null ? "<" + step.name() + "> failed: " + e : e.getMessage(), e);
        }
    }

    /** Has a message written without its envelope: what Axis2 makes of it whose {@code messageType} is {@code application/xml}. For any thread. */
    public static final class WithoutEnvelope extends AbstractMediator {

        /** Returns true. */
        @Override
        public boolean mediate(org.apache.synapse.MessageContext message) {
            ((EmbeddedMessage) message).isXml = true;
            return true;
        }
    }

    /** Whether the body holds a fault. */
    public boolean isFault() {
        return fault == null ? getEnvelope().getBody().hasFault() : fault;
    }

    /** Whether it was written without the envelope last. */
    public boolean isBare() {
        return bare;
    }

    /**
     * Takes elements out of the message, and adds the message to the contents once for each of them, as if it were the only one.
     *
     * @throws MalformedXmlException when there is no such place, or an expression fails
     */
    void split(SynapseXPath elements, SynapseXPath place, long mostBytes, List<byte[]> contents)
            throws MalformedXmlException {
        try {
            List<OMNode> found = EIPUtils.getDetachedMatchingElements(getEnvelope(), this, elements);
            if (found.isEmpty()) {
                return;
            }
            if (place == null) {
                getEnvelope().getBody().removeChildren();
            }
            OMElement holder = place == null ? getEnvelope().getBody() : place(place);
            long all = 0;
            for (OMNode one : found) {
                holder.addChild(one);
                contents.add(written(getEnvelope(), false));
                one.detach();
                all += contents.get(contents.size() - 1).length + EmbeddedSplit.BESIDE_A_PART;
                EmbeddedSplit.requireRoom(all, found.size(), mostBytes);
            }
        } catch (JaxenException | RuntimeException e) {
            throw new MalformedXmlException("the message cannot be split: " + e.getMessage(), e);
        }
    }

    private OMElement place(SynapseXPath place) throws JaxenException, MalformedXmlException {
        Object found = place.evaluate(getEnvelope(), this);
        Object first = found instanceof List<?> all && !all.isEmpty() ? all.get(0) : found;
        if (first instanceof OMElement element) {
            return element;
        }
        throw new MalformedXmlException(
                "Error in attaching the splitted elements :: Unable to get the attach path specified by the expression "
                        + place,
                null);
    }

    /**
     * Takes over what an expression selects in other messages: behind what it selects in this one, or else nothing.
     *
     * @throws MalformedXmlException when the expression fails
     */
    public void merge(List<EmbeddedMessage> others, SynapseXPath expression) throws MalformedXmlException {
        if (others.isEmpty()) {
            return;
        }
        newer = true;
        try {
            List<?> own = EIPUtils.getMatchingElements(getEnvelope(), others.get(0), expression);
            if (own.isEmpty()) {
                return;
            }
            boolean inElement = own.get(0) instanceof OMElement first && first.getParent() instanceof OMElement;
            OMElement holder = inElement
                    ? (OMElement) ((OMElement) own.get(0)).getParent()
                    : getEnvelope().getBody();
            for (EmbeddedMessage other : others) {
                for (Object found : EIPUtils.getMatchingElements(other.getEnvelope(), other, expression)) {
                    if (found instanceof OMElement element) {
                        holder.addChild(element);
                    }
                }
            }
        } catch (JaxenException | RuntimeException e) {
            throw new MalformedXmlException("the messages cannot be aggregated: " + e.getMessage(), e);
        }
    }

    /** The tree is another one than that of the bytes. */
    void changed() {
        newer = true;
    }

    /** Whether the tree has changed since it was read or written. */
    public boolean isNewer() {
        return newer;
    }

    /**
     * Returns the message in UTF-8.
     *
     * @param last whether no mediator follows, so that the tree need not be kept
     * @param withoutEnvelope whether to leave the envelope out, and to write what it holds
     */
    public byte[] write(boolean last, boolean withoutEnvelope) {
        bare = withoutEnvelope || isXml;
        fault = last ? isFault() : null;
        bytes = written(bare ? getEnvelope().getBody().getFirstElement() : getEnvelope(), last);
        newer = false;
        return bytes;
    }

    /** Returns an element in UTF-8, which is not to be used any more if it is the last. */
    byte[] written(OMElement written, boolean last) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 256);
        OMOutputFormat format = new OMOutputFormat();
        format.setCharSetEncoding(UTF_8);
        format.setSOAP11(isSOAP11());
        try {
            if (written != null && last) {
                written.serializeAndConsume(out, format);
            } else if (written != null) {
                written.serialize(out, format);
            }
        } catch (XMLStreamException e) {
            throw new OMException("the message cannot be written: " + e.getMessage(), e);
        }
        return out.toByteArray();
    }

    /** Returns the {@code Content-Type} of what was written; null if the message came in the same version of SOAP, with this type. */
    public String typeUnlike(String received) {
        if (isSOAP11() != FaultText.isSoap12(received)) {
            return isXml && !isSOAP11() ? "application/xml; charset=UTF-8" : null;
        }
        if (isSOAP11()) {
            return "text/xml; charset=UTF-8";
        }
        String action = head.action() == null ? "" : "; action=\"" + head.action() + "\"";
        return "application/soap+xml; charset=UTF-8" + action;
    }

    @Override
    public EndpointReference getTo() {
        return super.getTo() == null ? new EndpointReference(head.to()) : super.getTo();
    }

    @Override
    public String getWSAAction() {
        return head.action();
    }

    @Override
    public String getSoapAction() {
        return head.action();
    }

    @Override
    public String getMessageID() {
        return head.messageId();
    }

    @Override
    public Map<String, Object> getProperties() {
        properties.replaceAll((name, value) -> value instanceof XmlFragment fragment ? fragment.nodes() : value);
        return Collections.unmodifiableMap(properties);
    }

    @Override
    public Object getProperty(String key) {
        return properties.computeIfPresent(
                key, (name, value) -> value instanceof XmlFragment fragment ? fragment.nodes() : value);
    }

    @Override
    public void setProperty(String key, Object value) {
        if (value != null) {
            properties.put(key, value);
        }
    }

    @Override
    public Set<String> getPropertyKeySet() {
        return properties.keySet();
    }

    @Override
    public boolean isResponse() {
        return super.isResponse() || "true".equalsIgnoreCase(String.valueOf(properties.get(SynapseConstants.RESPONSE)));
    }

    /** A copy, since a mediator may put the element into its message, and others want it, too. */
    @Override
    public Object getEntry(String key) {
        Object entry = super.getEntry(key);
        return entry instanceof OMElement element ? element.cloneOMElement() : entry;
    }
}
