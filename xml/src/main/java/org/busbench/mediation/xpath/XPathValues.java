package org.busbench.mediation.xpath;

import org.busbench.mediation.xml.Attributes;
import org.jaxen.Navigator;
import org.jaxen.dom.DocumentNavigator;
import org.jaxen.function.BooleanFunction;
import org.jaxen.function.NumberFunction;
import org.jaxen.function.StringFunction;

/** Strings, numbers and booleans as Jaxen compares and converts them. */
final class XPathValues {
    /** None of these values is a node, so that it does not matter of which tree. */
    static final Navigator NAVIGATOR = DocumentNavigator.getInstance();

    private XPathValues() {}

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

    /**
     * A node's string value compared with a constant (XPath 1.0 section 3.4), numbers read as Jaxen reads them.
     *
     * @param operator one of {@code = != < <= > >=}, the node's value standing on its left
     */
    record Comparison(String operator, Object constant) {

        static Comparison of(String operator, Object constant, boolean nodeOnTheRight) {
            boolean equality = operator.equals("=") || operator.equals("!=");
            Object right = equality ? constant : NumberFunction.evaluate(constant, XPathValues.NAVIGATOR);
            return new Comparison(nodeOnTheRight && !equality ? mirrored(operator) : operator, right);
        }

        private static String mirrored(String operator) {
            return (operator.charAt(0) == '<' ? ">" : "<") + operator.substring(1);
        }

        boolean holds(Attributes attributes, int index) {
            return constant instanceof String text
                    ? operator.equals("=") == attributes.is(index, text)
                    : holds(attributes.value(index));
        }

        boolean holds(String value) {
            if (constant instanceof String text) {
                return operator.equals("=") == value.equals(text);
            }
            return XPathValues.compare(
                    operator, NumberFunction.evaluate(value, XPathValues.NAVIGATOR), (Double) constant);
        }
    }
}
