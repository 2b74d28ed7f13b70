package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.busbench.mediation.xpath.TypedExpression;

/**
 * A decision by an expression: Synapse's {@code switch} and {@code filter}.
 *
 * @param <T> what is chosen
 * @param question that decides; a truth chooses as the text {@code true} or {@code false}
 * @param cases in the order in which they are tried
 * @param otherwise when none matches, or the expression has no value
 */
public record Choice<T>(TypedExpression question, List<Case<T>> cases, T otherwise) {

    /**
     * One case.
     *
     * @param <T> what is chosen
     * @param pattern has to match the whole value
     * @param chosen if it does
     */
    public record Case<T>(Pattern pattern, T chosen) {}

    /** Makes the list unchangeable. */
    public Choice {
        cases = List.copyOf(cases);
    }

    /**
     * Decides.
     *
     * @param value of the expression, or null
     * @return the first case that matches, or the other one
     */
    public T of(String value) {
        if (value != null) {
            for (Case<T> one : cases) {
                if (one.pattern().matcher(value).matches()) {
                    return one.chosen();
                }
            }
        }
        return otherwise;
    }

    /**
     * {@return the same decision between other things}
     *
     * @param <U> what is chosen then
     * @param other makes them
     */
    public <U> Choice<U> map(Function<T, U> other) {
        List<Case<U>> others = cases.stream()
                .map(one -> new Case<>(one.pattern(), other.apply(one.chosen())))
                .toList();
        return new Choice<>(question, others, other.apply(otherwise));
    }

    /** {@return everything that may be chosen} */
    public List<T> branches() {
        List<T> all = new ArrayList<>();
        cases.forEach(one -> all.add(one.chosen()));
        all.add(otherwise);
        return all;
    }
}
