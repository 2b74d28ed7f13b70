package org.busbench.mediation.fastlane;

import java.util.Collection;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.busbench.mediation.xpath.TypedExpression;

/** The value to which a property, a header field, a stylesheet's parameter or a part of a log line is set. */
public sealed interface Value {

    /** The expressions of those that are computed. */
    static Stream<TypedExpression> expressions(Collection<? extends Value> values) {
        return values.stream().filter(Computed.class::isInstance).map(value -> ((Computed) value).expression());
    }

    /** The same text for each message. */
    record Literal(String text) implements Value {

        public Literal {
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * Evaluated for each message.
     *
     * @param pattern selects a part of that string; null for all of it
     * @param group of the pattern
     * @param conversion of that part, which may be null; fails with an {@link IllegalArgumentException}. Null for none
     */
    record Computed(TypedExpression expression, BoundedPattern pattern, int group, UnaryOperator<String> conversion)
            implements Value {

        /** Without a conversion. */
        public Computed(TypedExpression expression, BoundedPattern pattern, int group) {
            this(expression, pattern, group, null);
        }

        /** Whether the value is the whole string of the expression. */
        boolean isWhole() {
            return pattern == null && conversion == null;
        }

        /**
         * Selects the part that the pattern asks for: Synapse's {@code pattern} and {@code group} of a property.
         *
         * @param whole the string of the expression, or null
         * @return the text of the group; the whole when there is no such group; empty when the pattern does not match
         */
        String part(String whole) {
            String part = whole == null || pattern == null ? whole : pattern.part(whole, group);
            return conversion == null ? part : conversion.apply(part);
        }
    }
}
