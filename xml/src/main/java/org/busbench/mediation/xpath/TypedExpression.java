package org.busbench.mediation.xpath;

import java.util.Objects;
import org.busbench.mediation.xpath.Expression.Strategy;

/** An expression and the type that its value is converted to. Immutable. */
public record TypedExpression(Expression expression, ResultType type) {

    /** Both components are needed. */
    public TypedExpression {
        Objects.requireNonNull(expression, "expression");
        Objects.requireNonNull(type, "type");
    }

    /** Whether the value does not depend on the content of the message. */
    public boolean needsNoContent() {
        return expression.needsNoContent(type);
    }

    /** Whether it is decided while the message streams by. */
    public boolean isStreamed() {
        return expression.strategy(type) == Strategy.STREAM;
    }
}
