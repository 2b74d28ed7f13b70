package org.busbench.mediation.xpath;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMDocument;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMText;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.xpath.AXIOMXPath;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axiom.soap.SOAPProcessingException;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Malformed;
import org.jaxen.JaxenException;
import org.jaxen.JaxenRuntimeException;

/**
 * Evaluates an expression as stock Synapse does: with Jaxen on an Axiom tree of the whole message. What Synapse writes for an element without
 * text is Axiom's XML of it, so nothing else could give the same. Works in memory; takes milliseconds for large messages.
 */
final class Tree {
    private final ConformingParser parser;

    Tree(ConformingParser parser) {
        this.parser = parser;
    }

    /** A String, null or a Boolean, by the kind. */
    Object evaluate(Expression expression, Kind kind, byte[] bytes, int length, String charset, Variables variables)
            throws Malformed {
        parser.check(bytes, 0, length, charset);
        try {
            XMLStreamReader reader = parser.reader(new ByteArrayInputStream(bytes, 0, length), charset);
            SOAPModelBuilder builder = OMXMLBuilderFactory.createStAXSOAPModelBuilder(reader);
            return evaluate(expression, kind, builder.getSOAPEnvelope(), variables);
        } catch (XMLStreamException | OMException | JaxenException | JaxenRuntimeException e) {
            throw new Malformed("\"" + expression + "\" cannot be evaluated on this message: " + oneLine(e), e);
        }
    }

    private static String oneLine(Exception e) {
        String kind = e instanceof SOAPProcessingException ? "it is no SOAP message: " : "";
        return kind + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }

    private static Object evaluate(Expression expression, Kind kind, SOAPEnvelope envelope, Variables variables)
            throws JaxenException {
        AXIOMXPath xpath = new AXIOMXPath(expression.toString());
        for (Map.Entry<String, String> each : expression.namespaces().entrySet()) {
            xpath.addNamespace(each.getKey(), each.getValue());
        }
        xpath.setVariableContext((namespace, prefix, name) -> {
            if (prefix != null && !prefix.isEmpty()) {
                return variables.value(prefix, name);
            }
            return name.equals("body") ? envelope.getBody() : envelope.getHeader();
        });
        return kind == Kind.BOOLEAN ? (Object) xpath.booleanValueOf(envelope) : string(xpath.evaluate(envelope));
    }

    /** What {@code SynapseXPath.stringValueOf} makes of a result. */
    private static String string(Object result) {
        if (!(result instanceof List<?> nodes)) {
            return result == null ? null : result.toString();
        }
        StringBuilder text = new StringBuilder();
        for (Object node : nodes) {
            if (node == null && nodes.size() == 1) {
                return null;
            }
            text.append(text(node));
        }
        return text.toString();
    }

    private static String text(Object node) {
        if (node instanceof OMText text) {
            return text.getText();
        }
        if (node instanceof OMElement element) {
            String own = element.getText();
            return own.trim().isEmpty() ? element.toString() : own;
        }
        if (node instanceof OMDocument document) {
            return document.getOMDocumentElement().toString();
        }
        return node instanceof OMAttribute attribute ? attribute.getAttributeValue() : "";
    }
}
