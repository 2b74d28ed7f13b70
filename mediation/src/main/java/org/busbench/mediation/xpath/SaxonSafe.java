package org.busbench.mediation.xpath;

import java.util.List;
import java.util.Set;
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
import org.jaxen.saxpath.Axis;

/**
 * Finds the expressions of which Saxon in XPath 1.0 compatibility mode gives what Jaxen on Axiom gives. Left out is where they differ: how large
 * and tiny numbers are written, fractional positions (Jaxen cuts them off), {@code name()} (Axiom writes the namespace into it), namespace
 * nodes, the order of attributes in a union, and functions that are rarely used.
 */
final class SaxonSafe {
    private static final Set<String> STRINGS = Set.of(
            "string",
            "concat",
            "contains",
            "starts-with",
            "substring-before",
            "substring-after",
            "normalize-space",
            "translate",
            "local-name",
            "namespace-uri");
    private static final Set<String> NUMBERS = Set.of("count", "string-length", "position", "last");
    private static final Set<String> BOOLEANS = Set.of("not", "boolean", "true", "false");

    private SaxonSafe() {}

    static boolean isSafe(Expr expr) {
        return isNodes(expr) || isString(expr) || isBoolean(expr) || isNumber(expr);
    }

    private static boolean isString(Expr expr) {
        return expr instanceof LiteralExpr
                || (expr instanceof VariableReferenceExpr variable
                        && !variable.getPrefix().isEmpty())
                || isCall(expr, STRINGS);
    }

    private static boolean isNumber(Expr expr) {
        return (expr instanceof NumberExpr number && isSmall(number.getNumber().doubleValue()))
                || isCall(expr, NUMBERS);
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
            boolean down = axis == Axis.CHILD || axis == Axis.DESCENDANT;
            boolean known = step instanceof NameStep
                    || (step instanceof TextNodeStep && down && element)
                    || (step instanceof AllNodeStep && !down);
            if (!known || axis == Axis.NAMESPACE || !arePredicates(step.getPredicates())) {
                return false;
            }
            element = step instanceof NameStep || (element && (axis == Axis.SELF || axis == Axis.DESCENDANT_OR_SELF));
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
}
