package org.busbench.mediation.xpath;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.xpath.StreamCompiler.NotStreamable;
import org.busbench.mediation.xpath.syntax.XPathSyntax;
import org.jaxen.JaxenException;
import org.jaxen.expr.DefaultXPathFactory;
import org.jaxen.expr.Expr;
import org.jaxen.expr.XPathFactory;

/**
 * An XPath 1.0 expression, parsed by the parser that Synapse uses, so that what stock accepts is accepted. Compiled at start, shared by all
 * threads.
 */
public final class Expression {
    private final String text;
    private final Map<String, String> namespaces;
    private final Map<ResultType, StreamPlan> plans = new EnumMap<>(ResultType.class);
    private final Map<ResultType, String> reasons = new EnumMap<>(ResultType.class);
    private final String needsEngine;
    private final Set<Variable> variables;
    private final Expr parsed;

    private Expression(String text, Map<String, String> namespaces, XPathFactory factory) throws JaxenException {
        this.text = text;
        this.namespaces = Map.copyOf(namespaces);
        parsed = XPathSyntax.parse(text, factory);
        for (ResultType kind : ResultType.values()) {
            try {
                plans.put(kind, new StreamCompiler(this.namespaces).compile(parsed, kind));
            } catch (NotStreamable e) {
                reasons.put(kind, e.getMessage());
            }
        }
        EngineDependencies engine = new EngineDependencies(this.namespaces);
        needsEngine = engine.reason(parsed);
        variables = Set.copyOf(engine.variables());
    }

    /**
     * Parses and classifies an expression.
     *
     * @param namespaces prefix to URI, as the configuration declares them at the place of the expression
     * @throws IllegalArgumentException when it is no XPath 1.0 expression; the message is one line, carries the expression and says where
     */
    public static Expression compile(String xpath, Map<String, String> namespaces) {
        return compile(xpath, namespaces, new DefaultXPathFactory());
    }

    /**
     * Parses and classifies an expression, for a {@link TreeEvaluator} that wants other nodes in the syntax tree than Jaxen's.
     *
     * @param factory makes these nodes
     * @throws IllegalArgumentException when it is no XPath 1.0 expression; the message is one line, carries the expression and says where
     */
    public static Expression compile(String xpath, Map<String, String> namespaces, XPathFactory factory) {
        try {
            return new Expression(xpath, namespaces, factory);
        } catch (JaxenException e) {
            String told = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            throw new IllegalArgumentException("\"" + xpath + "\" is no XPath 1.0 expression: " + told, e);
        }
    }

    /** {@return how the expression is decided when this is asked of it} */
    public Strategy strategy(ResultType kind) {
        if (needsEngine != null) {
            return Strategy.ENGINE;
        }
        return plans.containsKey(kind) ? Strategy.STREAM : Strategy.TREE;
    }

    /**
     * {@return why the expression is not decided while the message streams by, in words for {@code --explain}; empty when it is}
     */
    public String reason(ResultType kind) {
        return needsEngine != null ? needsEngine : reasons.getOrDefault(kind, "");
    }

    /**
     * {@return whether the expression asks for variables only, so that it is decided without reading the message}
     */
    public boolean needsNoContent(ResultType kind) {
        StreamPlan plan = plans.get(kind);
        return needsEngine == null && plan != null && plan.queries().isEmpty();
    }

    /** {@return what only Synapse has and the expression needs, in words; null for nothing} */
    public String needsEngine() {
        return needsEngine;
    }

    /** The variables of the message for which it asks, but {@code $body} and {@code $header}. */
    public Set<Variable> variables() {
        return variables;
    }

    /** Whether it is a path to texts, of those of the type {@code ELEMENTS} that are streamed. */
    public boolean selectsTexts() {
        return plans.get(ResultType.ELEMENTS).queries().get(0).path().tail() == Path.Tail.TEXT;
    }

    /** The plan, or null when the expression is not streamable. */
    StreamPlan plan(ResultType kind) {
        return needsEngine == null ? plans.get(kind) : null;
    }

    /** The syntax tree, for a {@link TreeEvaluator}. */
    public Expr parsed() {
        return parsed;
    }

    /** {@return prefix to URI, as given when it was compiled} */
    public Map<String, String> namespaces() {
        return namespaces;
    }

    /** The expression as it was written. */
    @Override
    public String toString() {
        return text;
    }

    /** How an expression is decided. */
    public enum Strategy {
        /** While the message streams by; reading stops at the decision. */
        STREAM,
        /** Evaluated on a tree of the whole message. */
        TREE,
        /** Evaluated by the Synapse engine: the expression needs what only the engine has. */
        ENGINE
    }
}
