package org.busbench.mediation.xpath;

import java.util.ArrayList;
import java.util.List;
import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.Function;
import org.jaxen.FunctionCallException;
import org.jaxen.SimpleNamespaceContext;
import org.jaxen.SimpleVariableContext;
import org.jaxen.XPathFunctionContext;

/** What is left of an expression when its questions about the message are taken out. Immutable. */
sealed interface Term {
    /** The value depends on a question that is not answered yet. */
    Object UNKNOWN = new Object();

    /** Context without a node, for functions that look at their arguments only. */
    Context NO_NODE = new Context(new ContextSupport(
            new SimpleNamespaceContext(),
            XPathFunctionContext.getInstance(),
            new SimpleVariableContext(),
            Scalars.NAVIGATOR));

    /**
     * {@return a String, Double, Boolean, null (an absent variable) or {@link #UNKNOWN}}
     *
     * @param answers what is known of the questions, {@link #UNKNOWN} where nothing is
     * @param variables the message's variables
     */
    Object value(Object[] answers, Variables variables);

    /** A string or number of the expression. */
    record Constant(Object constant) implements Term {
        @Override
        public Object value(Object[] answers, Variables variables) {
            return constant;
        }
    }

    /** A variable such as {@code $trp:SOAPAction}, or what {@code get-property()} gives. */
    record Property(String prefix, String name) implements Term {
        @Override
        public Object value(Object[] answers, Variables variables) {
            return variables.value(prefix, name);
        }
    }

    /** A question about the message. */
    record Question(int index) implements Term {
        @Override
        public Object value(Object[] answers, Variables variables) {
            return answers[index];
        }
    }

    /** {@code and}, {@code or}: known as soon as one side decides. */
    record Logic(boolean and, Term left, Term right) implements Term {
        @Override
        public Object value(Object[] answers, Variables variables) {
            Object one = left.value(answers, variables);
            Object other = right.value(answers, variables);
            if (decides(one) || decides(other)) {
                return !and;
            }
            return one == UNKNOWN || other == UNKNOWN ? UNKNOWN : (Object) and;
        }

        private boolean decides(Object side) {
            return side != UNKNOWN && Scalars.bool(side) != and;
        }
    }

    /** A comparison of two values. */
    record Compare(String operator, Term left, Term right) implements Term {
        @Override
        public Object value(Object[] answers, Variables variables) {
            Object one = left.value(answers, variables);
            Object other = right.value(answers, variables);
            return one == UNKNOWN || other == UNKNOWN ? UNKNOWN : (Object) Scalars.compare(operator, one, other);
        }
    }

    /** A function of XPath 1.0 that looks at its arguments only. */
    record Call(Function function, List<Term> arguments) implements Term {
        @Override
        public Object value(Object[] answers, Variables variables) {
            List<Object> values = new ArrayList<>(arguments.size());
            for (Term argument : arguments) {
                Object value = argument.value(answers, variables);
                if (value == UNKNOWN) {
                    return UNKNOWN;
                }
                values.add(value);
            }
            try {
                return function.call(NO_NODE, values);
            } catch (FunctionCallException e) {
                throw new IllegalStateException("the number of arguments was checked at start: " + e.getMessage(), e);
            }
        }
    }
}
