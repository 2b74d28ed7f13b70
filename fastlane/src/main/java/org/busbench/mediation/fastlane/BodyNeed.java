package org.busbench.mediation.fastlane;

import java.util.Collection;
import java.util.List;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * How much of a message's body an instruction reads.
 *
 * @param total by this instruction and those after it
 * @param tree whether one of them needs a tree of the message
 */
public record BodyNeed(Extent own, Extent total, List<TypedExpression> expressions, boolean tree) {

    /** How much of a body is read, in rising order. */
    public enum Extent {
        /** Nothing: the body streams through. */
        NONE,
        /** The beginning, until one expression is decided; then the body streams through. */
        PREFIX,
        /** All of it. */
        WHOLE;

        /** Two readers, one after the other, need the whole: the second may have to read again what the first has read. */
        private Extent then(Extent next) {
            if (this == NONE) {
                return next;
            }
            return next == NONE ? this : WHOLE;
        }
    }

    /** Neither this instruction nor one after it reads the body. */
    static final BodyNeed NONE = new BodyNeed(Extent.NONE, Extent.NONE, List.of(), false);

    /** This instruction takes the whole body and evaluates nothing. */
    static final BodyNeed WHOLE = new BodyNeed(Extent.WHOLE, Extent.WHOLE, List.of(), false);

    public BodyNeed {
        expressions = List.copyOf(expressions);
    }

    /** The need of an instruction that takes the whole body and evaluates these values. */
    static BodyNeed whole(Collection<? extends Value> values) {
        return of(true, expressions(values), Extent.NONE);
    }

    /** The need of an instruction that evaluates these values, before others that need {@code after}. */
    static BodyNeed of(Collection<? extends Value> values, Extent after) {
        return of(false, expressions(values), after);
    }

    /** The need of an instruction that evaluates an expression, before others that need {@code after}. */
    static BodyNeed of(TypedExpression expression, Extent after) {
        return of(false, expression.needsNoContent() ? List.of() : List.of(expression), after);
    }

    private static BodyNeed of(boolean whole, List<TypedExpression> expressions, Extent after) {
        boolean tree = !expressions.stream().allMatch(TypedExpression::isStreamed);
        Extent own;
        if (whole || expressions.size() > 1 || tree) {
            own = Extent.WHOLE;
        } else {
            own = expressions.isEmpty() ? Extent.NONE : Extent.PREFIX;
        }
        return new BodyNeed(own, own.then(after), expressions, tree);
    }

    private static List<TypedExpression> expressions(Collection<? extends Value> values) {
        return Value.expressions(values)
                .filter(expression -> !expression.needsNoContent())
                .toList();
    }
}
