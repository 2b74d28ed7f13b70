package org.busbench.mediation.xpath;

import org.apache.axiom.om.xpath.DocumentNavigator;
import org.jaxen.Navigator;
import org.jaxen.function.BooleanFunction;
import org.jaxen.function.NumberFunction;
import org.jaxen.function.StringFunction;

/** Strings, numbers and booleans as Jaxen compares and converts them. */
final class Scalars {
    static final Navigator NAVIGATOR = new DocumentNavigator();

    private Scalars() {}

    static boolean compare(String operator, double left, double right) {
        return switch (operator) {
            case "=" -> left == right;
            case "!=" -> left != right;
            case "<" -> left < right;
            case "<=" -> left <= right;
            case ">" -> left > right;
            default -> left >= right;
        };
    }

    /** Comparison of two values none of which is a node-set. Null, an absent variable, compares with nothing. */
    static boolean compare(String operator, Object left, Object right) {
        if (left == null || right == null) {
            return false;
        }
        boolean equality = operator.equals("=") || operator.equals("!=");
        if (equality && (left instanceof Boolean || right instanceof Boolean)) {
            return operator.equals("=") == bool(left).equals(bool(right));
        }
        if (!equality || left instanceof Double || right instanceof Double) {
            return compare(operator, number(left), number(right));
        }
        return operator.equals("=") == string(left).equals(string(right));
    }

    static Boolean bool(Object value) {
        return BooleanFunction.evaluate(value, NAVIGATOR);
    }

    static double number(Object value) {
        return NumberFunction.evaluate(value, NAVIGATOR);
    }

    static String string(Object value) {
        return StringFunction.evaluate(value, NAVIGATOR);
    }
}
