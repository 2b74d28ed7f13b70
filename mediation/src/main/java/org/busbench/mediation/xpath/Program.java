package org.busbench.mediation.xpath;

import java.util.List;
import org.busbench.mediation.xpath.Expression.ResultType;

/**
 * An expression that can be decided while the message streams by: questions about the message, and what to make of the answers.
 *
 * @param leaves the questions
 * @param term the value
 * @param kind what the value is converted to
 */
record Program(List<Leaf> leaves, Term term, ResultType kind) {
    Program {
        leaves = List.copyOf(leaves);
    }
}
