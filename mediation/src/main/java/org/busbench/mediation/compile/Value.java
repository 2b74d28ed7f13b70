package org.busbench.mediation.compile;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.Expression.ResultType;
import org.busbench.mediation.xpath.TypedExpression;

/** What a property, a field or a part of a log line is set to. */
public sealed interface Value {

    /**
     * The same for each message.
     *
     * @param text the value
     */
    record Literal(String text) implements Value {

        /** A literal has a text. */
        public Literal {
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * Asked of each message.
     *
     * @param question an expression's string
     * @param pattern what of it counts, or null for all of it
     * @param group of the pattern
     */
    record Computed(TypedExpression question, Pattern pattern, int group) implements Value {

        /**
         * Makes a value that is taken whole.
         *
         * @param expression whose string it is
         */
        public Computed(Expression expression) {
            this(new TypedExpression(expression, ResultType.STRING), null, 0);
        }

        /**
         * Takes out of an expression's string what counts: Synapse's {@code pattern} and {@code group} of a property.
         *
         * @param whole the expression's string, or null
         * @return the group's text, the whole when there is no such group, or an empty text when the pattern does not match
         */
        public String part(String whole) {
            if (whole == null || pattern == null) {
                return whole;
            }
            Matcher matcher = pattern.matcher(whole);
            if (!matcher.matches()) {
                return "";
            }
            return matcher.groupCount() >= group ? matcher.group(group) : whole;
        }
    }
}
