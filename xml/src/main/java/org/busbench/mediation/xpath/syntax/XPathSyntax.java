package org.busbench.mediation.xpath.syntax;

import java.util.Map;
import org.jaxen.JaxenException;
import org.jaxen.JaxenHandler;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.XPathFactory;
import org.jaxen.saxpath.SAXPathException;
import org.jaxen.saxpath.XPathReader;
import org.jaxen.saxpath.helpers.XPathReaderFactory;

/** Parses XPath 1.0 into Jaxen's syntax tree, with the parser that Synapse uses, so that what stock accepts is accepted. For any thread. */
public final class XPathSyntax {
    private XPathSyntax() {}

    /**
     * Parses an expression.
     *
     * @param factory makes the nodes of the syntax tree
     * @throws JaxenException when it is no XPath 1.0 expression
     */
    public static Expr parse(String xpath, XPathFactory factory) throws JaxenException {
        JaxenHandler handler = new JaxenHandler();
        handler.setXPathFactory(factory);
        try {
            XPathReader reader = XPathReaderFactory.createReader();
            reader.setXPathHandler(handler);
            reader.parse(xpath);
        } catch (SAXPathException e) {
            throw new JaxenException(e);
        }
        return handler.getXPathExpr().getRootExpr();
    }

    /** The expression without wrapper nodes that mean nothing. */
    public static Expr unwrap(Expr expr) {
        if (expr instanceof FilterExpr filter && filter.getPredicates().isEmpty()) {
            return unwrap(filter.getExpr());
        }
        if (expr instanceof PathExpr path && path.getFilterExpr() == null) {
            return path.getLocationPath();
        }
        if (expr instanceof PathExpr path && path.getLocationPath() == null) {
            return unwrap(path.getFilterExpr());
        }
        return expr;
    }

    /** Whether a name of the syntax tree has a prefix. */
    public static boolean isPrefixed(String prefix) {
        return prefix != null && !prefix.isEmpty();
    }

    /** The test of a step, or null when its prefix is not declared, or when Jaxen has read a step without a name: {@code m:'x}. */
    public static NameTest nameTest(NameStep step, Map<String, String> namespaces) {
        if (step.getLocalName() == null) {
            return null;
        }
        String local = step.getLocalName().equals("*") ? null : step.getLocalName();
        if (!isPrefixed(step.getPrefix())) {
            return local == null ? NameTest.ANY : new NameTest("", local);
        }
        String namespace = namespaces.get(step.getPrefix());
        return namespace == null ? null : new NameTest(namespace, local);
    }
}
