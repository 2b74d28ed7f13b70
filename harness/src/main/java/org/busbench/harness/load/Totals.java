package org.busbench.harness.load;

import java.util.EnumMap;
import java.util.Map;
import org.busbench.common.ErrorClass;

/**
 * What became of every request of a stretch of load, warm-up included: {@code sent} is the sum of the others.
 *
 * @param errors failed ones, by kind; every kind is present. Those of kind {@code connect} never left
 * @param unfinished requests without an outcome when the load was ended
 * @param unsent requests of an open model that were due and never begun, not among {@code sent}; null when the injector
 *     does not know
 */
public record Totals(long sent, long verified, Map<ErrorClass, Long> errors, long unfinished, Long unsent) {

    /** Makes the map unchangeable. */
    public Totals {
        errors = Map.copyOf(errors);
    }

    /** The sum of the totals of two sides of a load. */
    Totals plus(Totals other) {
        Map<ErrorClass, Long> sums = new EnumMap<>(ErrorClass.class);
        errors.forEach((kind, count) -> sums.put(kind, count + other.errors.getOrDefault(kind, 0L)));
        return new Totals(
                sent + other.sent,
                verified + other.verified,
                sums,
                unfinished + other.unfinished,
                unsent == null || other.unsent == null ? null : Long.valueOf(unsent + other.unsent));
    }
}
