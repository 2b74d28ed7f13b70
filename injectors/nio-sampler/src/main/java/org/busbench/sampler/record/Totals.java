package org.busbench.sampler.record;

import java.util.EnumMap;
import java.util.Map;
import org.busbench.common.ErrorClass;

/**
 * What became of all requests of a load. After its end {@code sent = verified + refused + errors + unfinished}.
 *
 * @param sent requests begun; those that got no connection are among them, as errors of class {@code connect}
 * @param refused requests that are wrong on purpose and were refused as they must be
 * @param unfinished requests without an answer when the load ended
 * @param unsent requests of an open loop that were due and not begun; not among {@code sent}
 */
public record Totals(
        long sent, long verified, long refused, long unfinished, long unsent, Map<ErrorClass, Long> errors) {
    public static final Totals NONE = new Totals(0, 0, 0, 0, 0, Map.of());

    /** Copies the errors, and fills in the classes without any. */
    public Totals {
        Map<ErrorClass, Long> all = new EnumMap<>(ErrorClass.class);
        for (ErrorClass error : ErrorClass.values()) {
            all.put(error, errors.getOrDefault(error, 0L));
        }
        errors = Map.copyOf(all);
    }

    public long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The sum of two loads. */
    Totals plus(Totals other) {
        Map<ErrorClass, Long> sum = new EnumMap<>(ErrorClass.class);
        errors.forEach((error, count) -> sum.put(error, count + other.errors.get(error)));
        return new Totals(
                sent + other.sent,
                verified + other.verified,
                refused + other.refused,
                unfinished + other.unfinished,
                unsent + other.unsent,
                sum);
    }
}
