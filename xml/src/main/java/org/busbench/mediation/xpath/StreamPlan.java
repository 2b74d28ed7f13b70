package org.busbench.mediation.xpath;

import java.util.ArrayList;
import java.util.List;
import org.busbench.mediation.xpath.XPathValues.Comparison;
import org.jaxen.Context;
import org.jaxen.ContextSupport;
import org.jaxen.Function;
import org.jaxen.FunctionCallException;
import org.jaxen.SimpleNamespaceContext;
import org.jaxen.SimpleVariableContext;
import org.jaxen.XPathFunctionContext;

/**
 * An expression compiled for a message that streams by: queries about the message, and an expression tree over their results.
 */
record StreamPlan(List<PathQuery> queries, Node root, ResultType kind) {
    StreamPlan {
        queries = List.copyOf(queries);
    }

    /**
     * A query about the nodes that a path selects.
     *
     * @param comparison for {@link Want#ANY}, else null
     */
    record PathQuery(Path path, Want want, Comparison comparison) {

        /** The result that a query computes. */
        enum Want {
            /** Boolean: is there one? */
            EXISTS,
            /** Boolean: does the comparison hold for the string value of one of them? */
            ANY,
            /** Double: how many are there? */
            COUNT,
            /** String: the string value of the first, empty when there is none. */
            FIRST_VALUE,
            /** String: the first one's local name, empty when there is none. */
            FIRST_LOCAL_NAME,
            /** String: the first one's namespace, empty when there is none. */
            FIRST_NAMESPACE,
            /** List of {@link ElementSpan}: all of them, or the elements whose texts they are. */
            ELEMENTS,
            /** String: what Synapse makes of all of them: elements' own texts, texts and attribute values, one after the other. */
            TEXTS
        }
    }

    /** A node of the expression tree. Its leaves are constants, variables and results of queries. Immutable. */
    sealed interface Node {
        /** The value depends on a query that has no result yet. */
        Object UNKNOWN = new Object();

        /** Context without a node, for functions that look at their arguments only. */
        Context NO_NODE = new Context(new ContextSupport(
                new SimpleNamespaceContext(),
                XPathFunctionContext.getInstance(),
                new SimpleVariableContext(),
                XPathValues.NAVIGATOR));

        /**
         * {@return a String, Double, Boolean, null (an absent variable) or {@link #UNKNOWN}}
         *
         * @param answers results of the queries, {@link #UNKNOWN} where there is none yet
         */
        Object value(Object[] answers, Variables variables);

        /** A string or number of the expression. */
        record Constant(Object constant) implements Node {
            @Override
            public Object value(Object[] answers, Variables variables) {
                return constant;
            }
        }

        /** A variable such as {@code $trp:SOAPAction}, or what {@code get-property()} gives. */
        record VariableReference(String prefix, String name) implements Node {
            @Override
            public Object value(Object[] answers, Variables variables) {
                return variables.value(prefix, name);
            }
        }

        /** The result of a query about the message. */
        record QueryResult(int index) implements Node {
            @Override
            public Object value(Object[] answers, Variables variables) {
                return answers[index];
            }
        }

        /** {@code and}, {@code or}: known as soon as one side decides. */
        record Logic(boolean and, Node left, Node right) implements Node {
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
                return side != UNKNOWN && XPathValues.bool(side) != and;
            }
        }

        /** A comparison of two values. */
        record Compare(String operator, Node left, Node right) implements Node {
            @Override
            public Object value(Object[] answers, Variables variables) {
                Object one = left.value(answers, variables);
                Object other = right.value(answers, variables);
                return one == UNKNOWN || other == UNKNOWN
                        ? UNKNOWN
                        : (Object) XPathValues.compare(operator, one, other);
            }
        }

        /** A function of XPath 1.0 that looks at its arguments only. */
        record FunctionCall(Function function, List<Node> arguments) implements Node {
            @Override
            public Object value(Object[] answers, Variables variables) {
                List<Object> values = new ArrayList<>(arguments.size());
                for (Node argument : arguments) {
                    Object value = argument.value(answers, variables);
                    if (value == UNKNOWN) {
                        return UNKNOWN;
                    }
                    values.add(value);
                }
                try {
                    return function.call(NO_NODE, values);
                } catch (FunctionCallException e) {
                    throw new IllegalStateException(
                            "the number of arguments was checked at start: " + e.getMessage(), e);
                }
            }
        }
    }
}
