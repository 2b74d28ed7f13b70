package org.busbench.mediation.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
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
import org.busbench.mediation.xml.NameBudget;
import org.busbench.mediation.xpath.Expression.ResultType;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.BinaryExpr;
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
import org.jaxen.expr.Predicate;
import org.jaxen.expr.RelationalExpr;
import org.jaxen.expr.Step;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.UnionExpr;
import org.jaxen.expr.VariableReferenceExpr;

/** An expression compiled for Saxon in XPath 1.0 compatibility mode. Immutable, shared by all threads. */
final class SaxonQuery {
    private static final String VARIABLES = "urn:busbench:variables:";
    private static final QName BODY = new QName("body");
    private static final QName HEADER = new QName("header");

    private static final Set<String> STRINGS = Set.of(
            "string",
            "concat",
            "contains",
            "starts-with",
            "substring-before",
            "substring-after",
            "normalize-space",
            "translate");
    private static final Set<String> NUMBERS = Set.of("string-length", "position", "last");
    private static final Set<String> STRINGS_OF_NODES = Set.of("local-name", "namespace-uri");
    private static final Set<String> NUMBERS_OF_NODES = Set.of("count");
    private static final Set<String> BOOLEANS = Set.of("not", "boolean", "true", "false");

    private final String xpath;
    private final Map<String, String> namespaces;
    private final List<QName> variables = new ArrayList<>();

    private SaxonQuery(String xpath, Map<String, String> namespaces) throws SaxonApiException {
        this.xpath = xpath;
        this.namespaces = namespaces;
        Generation.current().executable(this).iterateExternalVariables().forEachRemaining(variables::add);
    }

    /** The compiled expression, or null when Saxon does not accept it or might give another value than Synapse. */
    static SaxonQuery compile(String xpath, Expr parsed, Map<String, String> namespaces) {
        if (!isSafe(parsed)) {
            return null;
        }
        try {
            return new SaxonQuery(xpath, namespaces);
        } catch (SaxonApiException e) {
            return null;
        }
    }

    /** A String or a Boolean, by the kind, or {@link XPathValues#NO_ANSWER}; {@code saxon} is what the message was made with. */
    Object evaluate(SaxonMessage message, Generation saxon, ResultType kind, Variables values)
            throws SaxonApiException {
        XPathSelector selector = saxon.executable(this).load();
        selector.setContextItem(message.envelope());
        for (QName variable : variables) {
            XdmItem value = value(variable, message, values);
            if (value == null) {
                return XPathValues.NO_ANSWER;
            }
            selector.setVariable(variable, value);
        }
        return kind == ResultType.BOOLEAN ? (Object) selector.effectiveBooleanValue() : string(selector);
    }

    private static XdmItem value(QName variable, SaxonMessage message, Variables values) {
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

    /** A result as Synapse words it: the nodes' own texts, numbers as Java writes them. */
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
                return XPathValues.NO_ANSWER;
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

    /**
     * Whether Saxon in XPath 1.0 compatibility mode gives what Jaxen on Axiom gives. Left out is where they differ: how large and tiny numbers are written,
     * fractional positions (Jaxen cuts them off), {@code name()} (Axiom writes the namespace into it), namespace nodes, the order of attributes in a union,
     * and functions that are rarely used.
     */
    private static boolean isSafe(Expr expr) {
        return isNodes(expr) || isString(expr) || isBoolean(expr) || isNumber(expr);
    }

    private static boolean isString(Expr expr) {
        return expr instanceof LiteralExpr
                || (expr instanceof VariableReferenceExpr variable
                        && !variable.getPrefix().isEmpty())
                || isCall(expr, STRINGS)
                || isCallOnNodes(expr, STRINGS_OF_NODES);
    }

    private static boolean isNumber(Expr expr) {
        return (expr instanceof NumberExpr number && isSmall(number.getNumber().doubleValue()))
                || isCall(expr, NUMBERS)
                || isCallOnNodes(expr, NUMBERS_OF_NODES);
    }

    private static boolean isSmall(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1_000_000;
    }

    private static boolean isBoolean(Expr expr) {
        if (expr instanceof LogicalExpr || expr instanceof EqualityExpr || expr instanceof RelationalExpr) {
            BinaryExpr binary = (BinaryExpr) expr;
            return isSafe(binary.getLHS()) && isSafe(binary.getRHS());
        }
        return isCall(expr, BOOLEANS);
    }

    private static boolean isCall(Expr expr, Set<String> functions) {
        if (!(expr instanceof FunctionCallExpr call) || !functions.contains(call.getFunctionName())) {
            return false;
        }
        for (Object argument : call.getParameters()) {
            if (!isSafe((Expr) argument)) {
                return false;
            }
        }
        return true;
    }

    /** Jaxen fails, or answers for the node at hand, where Saxon's call of another value is an error or a count of one. */
    private static boolean isCallOnNodes(Expr expr, Set<String> functions) {
        if (!isCall(expr, functions)) {
            return false;
        }
        for (Object argument : ((FunctionCallExpr) expr).getParameters()) {
            if (!isNodes((Expr) argument)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNodes(Expr expr) {
        if (expr instanceof LocationPath path) {
            return areSteps(path.getSteps(), !path.isAbsolute());
        }
        if (expr instanceof UnionExpr union) {
            return isElements(union.getLHS()) && isElements(union.getRHS());
        }
        if (expr instanceof FilterExpr filter) {
            return isNodes(filter.getExpr()) && arePredicates(filter.getPredicates());
        }
        if (expr instanceof PathExpr path) {
            return isNodes(path.getFilterExpr()) && (path.getLocationPath() == null || isNodes(path.getLocationPath()));
        }
        return expr instanceof VariableReferenceExpr variable
                && variable.getPrefix().isEmpty();
    }

    /** Jaxen sorts attributes among elements in its own way. */
    private static boolean isElements(Expr expr) {
        return isNodes(expr) && !expr.getText().contains("attribute::");
    }

    /** In Axiom the white space around the root element is text, so texts are safe of elements only. */
    private static boolean areSteps(List<?> steps, boolean fromElement) {
        boolean element = fromElement;
        for (Object each : steps) {
            Step step = (Step) each;
            int axis = step.getAxis();
            boolean down = axis == org.jaxen.saxpath.Axis.CHILD || axis == org.jaxen.saxpath.Axis.DESCENDANT;
            boolean known = step instanceof NameStep
                    || (step instanceof TextNodeStep && down && element)
                    || (step instanceof AllNodeStep && !down);
            if (!known || axis == org.jaxen.saxpath.Axis.NAMESPACE || !arePredicates(step.getPredicates())) {
                return false;
            }
            element = step instanceof NameStep
                    || (element
                            && (axis == org.jaxen.saxpath.Axis.SELF
                                    || axis == org.jaxen.saxpath.Axis.DESCENDANT_OR_SELF));
        }
        return true;
    }

    private static boolean arePredicates(List<?> predicates) {
        for (Object each : predicates) {
            if (!isSafe(((Predicate) each).getExpr())) {
                return false;
            }
        }
        return true;
    }

    /**
     * One Saxon, whose pool forgets no name of a message. When it is spent another one takes its place, for which each expression is compiled when it is
     * wanted: that takes less time than a message with so many names. The old one is garbage when its last message has ended. For any thread.
     */
    static final class Generation {
        private static final int MOST_NAMES = 50_000;
        private static volatile Generation current = new Generation();

        private final Processor processor = new Processor(false);
        private final NameBudget names = new NameBudget(MOST_NAMES);
        private final Map<SaxonQuery, XPathExecutable> executables = new WeakHashMap<>();

        /** For messages that begin now. */
        static Generation current() {
            return current;
        }

        void renewIfSpent() {
            if (names.isSpent()) {
                renew(this);
            }
        }

        private static synchronized void renew(Generation spent) {
            if (current == spent) {
                current = new Generation();
            }
        }

        Processor processor() {
            return processor;
        }

        NameBudget names() {
            return names;
        }

        synchronized XPathExecutable executable(SaxonQuery query) throws SaxonApiException {
            XPathExecutable known = executables.get(query);
            if (known == null) {
                XPathCompiler compiler = processor.newXPathCompiler();
                compiler.setBackwardsCompatible(true);
                compiler.setAllowUndeclaredVariables(true);
                for (String prefix : EngineDependencies.VARIABLES) {
                    compiler.declareNamespace(prefix, VARIABLES + prefix);
                }
                query.namespaces.forEach(compiler::declareNamespace);
                known = compiler.compile(query.xpath);
                executables.put(query, known);
            }
            return known;
        }
    }
}
