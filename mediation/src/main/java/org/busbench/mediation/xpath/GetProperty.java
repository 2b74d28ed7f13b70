package org.busbench.mediation.xpath;

import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.Expression.Variable;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;

/** Synapse's {@code get-property()}, which asks for what a variable says as well. */
final class GetProperty {
    private static final String NAME = "get-property";
    private static final Map<String, String> PREFIXES = Map.of("default", "ctx", "axis2", "axis2", "transport", "trp");

    private GetProperty() {}

    static boolean isCall(FunctionCallExpr call) {
        return call.getFunctionName().equals(NAME)
                && (call.getPrefix() == null || call.getPrefix().isEmpty());
    }

    /** The variable for which a call asks, or null when that is not known before a message is there, or the engine's. */
    static Variable variable(FunctionCallExpr call) {
        List<?> given = call.getParameters();
        if (given.isEmpty() || given.size() > 2 || !given.stream().allMatch(LiteralExpr.class::isInstance)) {
            return null;
        }
        String first = ((LiteralExpr) given.get(0)).getLiteral();
        if (given.size() == 1) {
            return first.isEmpty() ? null : new Variable("ctx", first);
        }
        String name = ((LiteralExpr) given.get(1)).getLiteral();
        boolean known = PREFIXES.containsKey(first) && !name.isEmpty();
        return known ? new Variable(PREFIXES.get(first), name) : null;
    }
}
