package org.busbench.mediation.xpath;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import net.sf.saxon.s9api.SaxonApiException;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMDocument;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMText;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.xpath.AXIOMXPath;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axiom.soap.SOAPProcessingException;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Expression.ResultType;
import org.jaxen.JaxenException;

/**
 * Evaluates an expression on the whole message as stock Synapse does. Saxon on a TinyTree does it where it is known to give the same; else
 * Jaxen on an Axiom tree, which is what stock uses: what Synapse writes for an element without text is Axiom's XML of it, so nothing else could
 * give that. Works in memory; takes milliseconds for large messages.
 */
final class TreeEvaluator {
    private final ConformingParser parser;

    TreeEvaluator(ConformingParser parser) {
        this.parser = parser;
    }

    /** A String, null or a Boolean, by the kind. */
    Object evaluate(
            Expression expression, ResultType kind, byte[] bytes, int length, String charset, Variables variables)
            throws MalformedXmlException {
        Object quick = XPathValues.NO_ANSWER;
        SaxonQuery query = expression.saxonIfReady();
        if (query != null) {
            quick = withSaxon(query, kind, new ByteArrayInputStream(bytes, 0, length), charset, variables);
        }
        return quick != XPathValues.NO_ANSWER ? quick : asStock(expression, kind, bytes, length, charset, variables);
    }

    private Object withSaxon(
            SaxonQuery query, ResultType kind, InputStream message, String charset, Variables variables) {
        SaxonQuery.Generation saxon = SaxonQuery.Generation.current();
        try {
            SaxonMessage tree = new SaxonMessage(saxon.processor(), saxon.names(), parser.reader(message, charset));
            return tree.isPlain() ? query.evaluate(tree, saxon, kind, variables) : XPathValues.NO_ANSWER;
        } catch (SaxonApiException | XMLStreamException | RuntimeException e) {
            // Whatever it was, the conforming parser or stock's own classes will meet it again and word it.
            return XPathValues.NO_ANSWER;
        } finally {
            saxon.renewIfSpent();
        }
    }

    private Object asStock(
            Expression expression, ResultType kind, byte[] bytes, int length, String charset, Variables variables)
            throws MalformedXmlException {
        parser.check(bytes, 0, length, charset);
        try {
            // Through Axiom's own settings, as in stock: they decide, say, that white space around the root element is
            // text.
            InputStream message = new ByteArrayInputStream(bytes, 0, length);
            SOAPModelBuilder builder = OMXMLBuilderFactory.createSOAPModelBuilder(message, charset);
            return evaluate(expression, kind, builder.getSOAPEnvelope(), variables);
        } catch (JaxenException | RuntimeException e) {
            // Axiom's and Jaxen's own, and plain ones from inside them: name() of an attribute without a namespace,
            // say.
            throw new MalformedXmlException(
                    "\"" + expression + "\" cannot be evaluated on this message: " + oneLine(e), e);
        }
    }

    private static String oneLine(Exception e) {
        String kind = e instanceof SOAPProcessingException ? "it is no SOAP message: " : "";
        return kind + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }

    private static Object evaluate(Expression expression, ResultType kind, SOAPEnvelope envelope, Variables variables)
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
        return kind == ResultType.BOOLEAN ? (Object) xpath.booleanValueOf(envelope) : string(xpath.evaluate(envelope));
    }

    /** A result as {@code SynapseXPath.stringValueOf} words it. */
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
