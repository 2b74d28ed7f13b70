package org.busbench.harness.load;

import java.util.List;
import java.util.Map;
import org.busbench.common.ErrorClass;
import org.busbench.record.Latency;
import org.busbench.record.Trial.Second;
import org.busbench.record.Window;

/**
 * What the sample log says about one window.
 *
 * @param latency latency of the verified ones; null when there are none
 * @param series the same counts by second
 * @param firstFailures what failed first before the end of the window, warm-up included
 * @param histogram name of the interval log from which the latencies come; null when they come from single samples
 */
public record Figures(
        Window window,
        long verified,
        Map<ErrorClass, Long> errors,
        Latency latency,
        List<Second> series,
        FirstFailures firstFailures,
        String histogram) {

    public Figures {
        errors = Map.copyOf(errors);
        series = List.copyOf(series);
    }

    /** Verified responses per second. */
    public double goodputPerSecond() {
        return verified / window.seconds();
    }

    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The part of the responses that were errors, 0 to 1; 1 when there was no response at all. */
    public double errorShare() {
        long all = verified + errorCount();
        return all == 0 ? 1.0 : (double) errorCount() / all;
    }
}
