package org.busbench.mediation.xpath;

import org.jaxen.function.NumberFunction;

/**
 * A node's string value compared with a constant (XPath 1.0 section 3.4), numbers read as Jaxen reads them.
 *
 * @param operator one of {@code = != < <= > >=}, the node's value standing on its left
 * @param constant a String or a Double; always a Double for the last four operators
 */
record Comparison(String operator, Object constant) {

    static Comparison of(String operator, Object constant, boolean nodeOnTheRight) {
        boolean equality = operator.equals("=") || operator.equals("!=");
        Object right = equality ? constant : NumberFunction.evaluate(constant, Scalars.NAVIGATOR);
        return new Comparison(nodeOnTheRight && !equality ? mirrored(operator) : operator, right);
    }

    private static String mirrored(String operator) {
        return (operator.charAt(0) == '<' ? ">" : "<") + operator.substring(1);
    }

    boolean holds(String value) {
        if (constant instanceof String text) {
            return operator.equals("=") == value.equals(text);
        }
        return Scalars.compare(operator, NumberFunction.evaluate(value, Scalars.NAVIGATOR), (Double) constant);
    }
}
