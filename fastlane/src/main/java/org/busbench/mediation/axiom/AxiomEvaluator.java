package org.busbench.mediation.axiom;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.apache.axiom.om.OMAttribute;
import org.apache.axiom.om.OMDocument;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMText;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axiom.soap.SOAPProcessingException;
import org.busbench.mediation.xml.MalformedXmlException;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.TreeEvaluator;
import org.busbench.mediation.xpath.Variable;
import org.busbench.mediation.xpath.Variables;
import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.JaxenException;
import org.jaxen.SimpleNamespaceContext;
import org.jaxen.VariableContext;
import org.jaxen.XPathFunctionContext;
import org.jaxen.function.BooleanFunction;

/**
 * Evaluates an expression on the whole message as stock Synapse does, with Jaxen on Axiom's tree: what Synapse writes for an element without text is Axiom's
 * XML of it, so nothing else could give that. For any thread; works in memory; takes milliseconds for large messages.
 */
public final class AxiomEvaluator implements TreeEvaluator {

    private static final String GET_PROPERTY = "get-property";

    private final int mostBytes;

    /** @param mostBytes how long a message may be that becomes a tree; a longer one is refused */
    public AxiomEvaluator(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /**
     * {@return an expression for which this sorts nodes in a time that does not grow with the square of the message}
     *
     * @param namespaces prefix to URI, as the configuration declares them at the place of the expression
     * @throws IllegalArgumentException when it is no XPath 1.0 expression; the message is one line, carries the expression and says where
     */
    public static Expression compile(String xpath, Map<String, String> namespaces) {
        return Expression.compile(xpath, namespaces, new AxiomPaths());
    }

    @Override
    public Object evaluate(
            Expression expression, ResultType kind, byte[] bytes, int length, String charset, Variables variables)
            throws MalformedXmlException {
        if (length > mostBytes) {
            throw new MalformedXmlException(
                    "a message of " + length + " bytes, and \"" + expression + "\" needs a tree, for which it may have "
                            + mostBytes + ": raise --limit reading",
                    null);
        }
        try {
            // Through Axiom's own settings, as in stock: they decide, say, that white space around the root element is
            // text.
            InputStream message = new ByteArrayInputStream(bytes, 0, length);
            SOAPModelBuilder builder = OMXMLBuilderFactory.createSOAPModelBuilder(message, charset);
            return evaluate(expression, kind, builder, variables);
        } catch (JaxenException | RuntimeException e) {
            // Axiom's and Jaxen's own, and plain ones from inside them.
            throw new MalformedXmlException(
                    "\"" + expression + "\" cannot be evaluated on this message: " + oneLine(e), e);
        }
    }

    private static String oneLine(Exception e) {
        String kind = e instanceof SOAPProcessingException ? "it is no SOAP message: " : "";
        return kind + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }

    private static Object evaluate(
            Expression expression, ResultType kind, SOAPModelBuilder builder, Variables variables)
            throws JaxenException {
        SOAPEnvelope envelope = builder.getSOAPEnvelope();
        VariableContext values = (namespace, prefix, name) -> {
            if (prefix != null && !prefix.isEmpty()) {
                return variables.value(prefix, name);
            }
            return name.equals("body") ? envelope.getBody() : envelope.getHeader();
        };
        AxiomPaths.Message message = new AxiomPaths.Message(builder.getDocument());
        Context context = new Context(new ContextSupport(
                new SimpleNamespaceContext(expression.namespaces()),
                (namespace, prefix, name) -> name.equals(GET_PROPERTY)
                        ? (at, given) -> property(given, variables)
                        : XPathFunctionContext.getInstance().getFunction(namespace, prefix, name),
                values,
                message));
        context.setNodeSet(List.of(envelope));
        Object result = expression.parsed().evaluate(context);
        return kind == ResultType.BOOLEAN ? BooleanFunction.evaluate(result, message) : string(result);
    }

    /** Synapse's {@code get-property()}: the name of a property, perhaps after that of a scope. Only texts that are known before a message comes are given. */
    private static Object property(List<?> given, Variables variables) {
        String first = given.get(0).toString();
        Variable variable = given.size() == 1
                ? Variable.ofProperty("default", first)
                : Variable.ofProperty(first, given.get(1).toString());
        return variables.value(variable.prefix(), variable.name());
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
