package org.busbench.mediation.xpath.syntax;

import java.util.List;
import java.util.Map;
import org.jaxen.JaxenException;
import org.jaxen.JaxenHandler;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.EqualityExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.LogicalExpr;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.XPathFactory;
import org.jaxen.saxpath.Axis;
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

    /** The test with what {@code [local-name()='x' and namespace-uri()='u']} adds to it; null for any other predicate. */
    public static NameTest narrowed(NameTest test, Expr expr) {
        if (expr instanceof LogicalExpr both && both.getOperator().equals("and")) {
            NameTest half = narrowed(test, both.getLHS());
            return half == null ? null : narrowed(half, both.getRHS());
        }
        if (!(expr instanceof EqualityExpr equality)
                || !equality.getOperator().equals("=")
                || !(equality.getLHS() instanceof FunctionCallExpr call)
                || !(equality.getRHS() instanceof LiteralExpr literal)
                || isPrefixed(call.getPrefix())
                || !isOfContext(call.getParameters())) {
            return null;
        }
        String text = literal.getLiteral();
        return switch (call.getFunctionName()) {
            case "local-name" -> test.local() == null ? new NameTest(test.namespace(), text) : null;
            case "namespace-uri" -> test.namespace() == null ? new NameTest(text, test.local()) : null;
            default -> null;
        };
    }

    private static boolean isOfContext(List<?> arguments) {
        return arguments.stream().allMatch(XPathSyntax::isSelf);
    }

    /** Whether it is a dot. */
    public static boolean isSelf(Object expr) {
        return expr instanceof LocationPath path
                && !path.isAbsolute()
                && path.getSteps().size() == 1
                && path.getSteps().get(0) instanceof AllNodeStep self
                && self.getAxis() == Axis.SELF
                && self.getPredicates().isEmpty();
    }

    /** The n of {@code [n]} and {@code [position()=n]}, or 0. */
    public static int position(Expr predicate) {
        Expr expr = predicate;
        if (expr instanceof EqualityExpr equality
                && equality.getOperator().equals("=")
                && equality.getLHS() instanceof FunctionCallExpr call
                && call.getFunctionName().equals("position")) {
            expr = equality.getRHS();
        }
        double number =
                expr instanceof NumberExpr constant ? constant.getNumber().doubleValue() : 0;
        return number == Math.rint(number) && number > 0 && number < Integer.MAX_VALUE ? (int) number : 0;
    }
}
