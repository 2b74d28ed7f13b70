package org.busbench.mediation.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathExecutable;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmSequenceIterator;
import org.busbench.mediation.xpath.Expression.ResultType;

/** An expression compiled for Saxon in XPath 1.0 compatibility mode. Immutable, shared by all threads. */
final class SaxonQuery {
    static final Processor PROCESSOR = new Processor(false);

    /** There is no answer here: Synapse would do something that only its own classes do. */
    static final Object UNSURE = new Object();

    private static final String VARIABLES = "urn:busbench:variables:";
    private static final QName BODY = new QName("body");
    private static final QName HEADER = new QName("header");

    private final XPathExecutable executable;
    private final List<QName> variables = new ArrayList<>();

    private SaxonQuery(XPathExecutable executable) {
        this.executable = executable;
        executable.iterateExternalVariables().forEachRemaining(variables::add);
    }

    /** The compiled expression, or null when Saxon does not take it. */
    static SaxonQuery compile(String xpath, Map<String, String> namespaces) {
        XPathCompiler compiler = PROCESSOR.newXPathCompiler();
        compiler.setBackwardsCompatible(true);
        compiler.setAllowUndeclaredVariables(true);
        for (String prefix : EngineOnly.VARIABLES) {
            compiler.declareNamespace(prefix, VARIABLES + prefix);
        }
        namespaces.forEach(compiler::declareNamespace);
        try {
            return new SaxonQuery(compiler.compile(xpath));
        } catch (SaxonApiException e) {
            return null;
        }
    }

    /** A String or a Boolean, by the kind, or {@link #UNSURE}. */
    Object evaluate(TinyMessage message, ResultType kind, Variables values) throws SaxonApiException {
        XPathSelector selector = executable.load();
        selector.setContextItem(message.envelope());
        for (QName variable : variables) {
            XdmItem value = value(variable, message, values);
            if (value == null) {
                return UNSURE;
            }
            selector.setVariable(variable, value);
        }
        return kind == ResultType.BOOLEAN ? (Object) selector.effectiveBooleanValue() : string(selector);
    }

    private static XdmItem value(QName variable, TinyMessage message, Variables values) {
        if (variable.equals(BODY)) {
            return message.body();
        }
        if (variable.equals(HEADER)) {
            return message.header();
        }
        String prefix = variable.getNamespace().substring(VARIABLES.length());
        String value = values.value(prefix, variable.getLocalName());
        return value == null ? null : new XdmAtomicValue(value);
    }

    /** What Synapse makes of a result: the nodes' own texts, numbers as Java writes them. */
    private static Object string(XPathSelector selector) throws SaxonApiException {
        StringBuilder text = new StringBuilder();
        for (XdmItem item : selector) {
            if (item instanceof XdmAtomicValue scalar) {
                return scalar.getValue() instanceof Number number
                        ? Double.toString(number.doubleValue())
                        : scalar.getStringValue();
            }
            XdmNode node = (XdmNode) item;
            boolean element = node.getNodeKind() == XdmNodeKind.ELEMENT;
            String own = element ? own(node) : node.getStringValue();
            if (node.getNodeKind() == XdmNodeKind.DOCUMENT
                    || (element && own.trim().isEmpty())) {
                // Synapse takes the XML then.
                return UNSURE;
            }
            text.append(own);
        }
        return text.toString();
    }

    private static String own(XdmNode element) {
        StringBuilder own = new StringBuilder();
        XdmSequenceIterator<XdmNode> children = element.axisIterator(Axis.CHILD);
        while (children.hasNext()) {
            XdmNode child = children.next();
            if (child.getNodeKind() == XdmNodeKind.TEXT) {
                own.append(child.getStringValue());
            }
        }
        return own.toString();
    }
}
