package org.busbench.mediation.xpath;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jaxen.UnresolvableException;
import org.jaxen.XPathFunctionContext;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.Predicated;
import org.jaxen.expr.UnaryExpr;
import org.jaxen.expr.VariableReferenceExpr;

/** Finds what only the Synapse engine can evaluate: its own functions and unusual variables, and {@code document()}, which opens URLs. Used once for each
 * expression. */
final class EngineDependencies {
    /** Prefixes of variables that {@link Variables} answers. */
    static final Set<String> VARIABLES = Set.of("trp", "ctx", "axis2", "url");

    /** Synapse's function that asks for what a variable holds as well. */
    private static final String GET_PROPERTY = "get-property";

    private final Map<String, String> namespaces;
    private final Set<Variable> variables = new LinkedHashSet<>();

    EngineDependencies(Map<String, String> namespaces) {
        this.namespaces = namespaces;
    }

    /** The variables that were met, those of {@code get-property()} too. */
    Set<Variable> variables() {
        return variables;
    }

    /** Why the engine is needed, in words, or null. */
    String reason(Expr expr) {
        if (expr instanceof BinaryExpr binary) {
            return first(reason(binary.getLHS()), reason(binary.getRHS()));
        }
        if (expr instanceof UnaryExpr unary) {
            return reason(unary.getExpr());
        }
        if (expr instanceof FunctionCallExpr call) {
            return first(function(call), all(call.getParameters()));
        }
        if (expr instanceof FilterExpr filter) {
            return first(reason(filter.getExpr()), all(filter.getPredicates()));
        }
        if (expr instanceof PathExpr path) {
            return first(reason(path.getFilterExpr()), reason(path.getLocationPath()));
        }
        if (expr instanceof LocationPath path) {
            return all(path.getSteps());
        }
        return expr instanceof VariableReferenceExpr variable ? variable(variable) : null;
    }

    private String all(List<?> parts) {
        String found = null;
        for (Object part : parts) {
            String reason = null;
            if (part instanceof Expr expr) {
                reason = reason(expr);
            } else if (part instanceof Predicate predicate) {
                reason = reason(predicate.getExpr());
            } else if (part instanceof Predicated step) {
                reason = all(step.getPredicates());
            }
            found = first(found, reason);
        }
        return found;
    }

    private String function(FunctionCallExpr call) {
        String name = call.getFunctionName();
        Variable property = isGetProperty(call) ? propertyOf(call) : null;
        if (property != null) {
            variables.add(property);
            return null;
        }
        boolean plain = call.getPrefix() == null || call.getPrefix().isEmpty();
        try {
            if (plain && !name.equals("document")) {
                XPathFunctionContext.getInstance().getFunction(null, null, name);
                return null;
            }
        } catch (UnresolvableException e) {
            return "the function " + name + "() is the engine's";
        }
        return "the function " + call.getText() + " is the engine's";
    }

    private String variable(VariableReferenceExpr variable) {
        String prefix = variable.getPrefix() == null ? "" : variable.getPrefix();
        String name = variable.getVariableName();
        // Stock looks at these names before the prefix.
        boolean isPart = name.equals("body") || name.equals("header");
        boolean known =
                prefix.isEmpty() ? isPart : !isPart && VARIABLES.contains(prefix) && !namespaces.containsKey(prefix);
        if (known && !prefix.isEmpty()) {
            variables.add(new Variable(prefix, name));
        }
        return known ? null : "the variable " + variable.getText() + " is the engine's";
    }

    private static String first(String one, String other) {
        return one != null ? one : other;
    }

    static boolean isGetProperty(FunctionCallExpr call) {
        return call.getFunctionName().equals(GET_PROPERTY)
                && (call.getPrefix() == null || call.getPrefix().isEmpty());
    }

    /** The variable for which a call asks, or null when that is not known before a message is there, or the engine's. */
    static Variable propertyOf(FunctionCallExpr call) {
        List<?> given = call.getParameters();
        if (given.isEmpty() || given.size() > 2 || !given.stream().allMatch(LiteralExpr.class::isInstance)) {
            return null;
        }
        String first = ((LiteralExpr) given.get(0)).getLiteral();
        return given.size() == 1
                ? Variable.ofProperty("default", first)
                : Variable.ofProperty(first, ((LiteralExpr) given.get(1)).getLiteral());
    }
}
