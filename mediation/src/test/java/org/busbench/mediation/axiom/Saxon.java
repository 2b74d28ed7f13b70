package org.busbench.mediation.axiom;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XPathCompiler;
import net.sf.saxon.s9api.XPathSelector;
import net.sf.saxon.s9api.XdmItem;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmSequenceIterator;

/** Saxon in XPath 1.0 compatibility mode, with what Synapse makes of node-sets put on top. A second opinion, of other authors. */
final class Saxon {
    private static final Processor PROCESSOR = new Processor(false);

    private final XdmNode document;

    Saxon(byte[] message) throws SaxonApiException {
        document = PROCESSOR.newDocumentBuilder().build(new StreamSource(new ByteArrayInputStream(message)));
    }

    boolean bool(String expression, Map<String, String> namespaces) throws SaxonApiException {
        return selector(expression, namespaces).effectiveBooleanValue();
    }

    /** The string, or null when Synapse would write XML where it finds no text. */
    String string(String expression, Map<String, String> namespaces) throws SaxonApiException {
        StringBuilder text = new StringBuilder();
        for (XdmItem item : selector(expression, namespaces)) {
            if (!(item instanceof XdmNode node)) {
                return scalar(item);
            }
            String own = node.getNodeKind() == XdmNodeKind.ELEMENT ? own(node) : node.getStringValue();
            if (own == null) {
                return null;
            }
            text.append(own);
        }
        return text.toString();
    }

    private static String scalar(XdmItem item) throws SaxonApiException {
        Object value = item.isAtomicValue() ? ((net.sf.saxon.s9api.XdmAtomicValue) item).getValue() : null;
        return value instanceof Number number ? Double.toString(number.doubleValue()) : item.getStringValue();
    }

    private static String own(XdmNode element) {
        List<String> texts = new ArrayList<>();
        XdmSequenceIterator<XdmNode> children = element.axisIterator(Axis.CHILD);
        while (children.hasNext()) {
            XdmNode child = children.next();
            if (child.getNodeKind() == XdmNodeKind.TEXT) {
                texts.add(child.getStringValue());
            }
        }
        String own = String.join("", texts);
        return own.trim().isEmpty() ? null : own;
    }

    private XPathSelector selector(String expression, Map<String, String> namespaces) throws SaxonApiException {
        XPathCompiler compiler = PROCESSOR.newXPathCompiler();
        compiler.setBackwardsCompatible(true);
        namespaces.forEach(compiler::declareNamespace);
        XPathSelector selector = compiler.compile(
                        expression.replace("$body", "/s:Envelope/s:Body").replace("$header", "/s:Envelope/s:Header"))
                .load();
        XdmSequenceIterator<XdmNode> roots = document.axisIterator(Axis.CHILD);
        XdmNode root = roots.next();
        while (root.getNodeKind() != XdmNodeKind.ELEMENT) {
            root = roots.next();
        }
        selector.setContextItem(root);
        return selector;
    }
}
