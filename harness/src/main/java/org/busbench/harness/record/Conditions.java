package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.Map;

/**
 * Under what a trial ran. Part of a {@link TrialRecord}.
 *
 * @param injector {@code nio} or {@code jmeter-http}
 * @param load how requests were timed; null when that is not known
 * @param pinning list of CPUs by role, as {@code taskset} writes it; null when nothing was pinned
 * @param startedAt ISO-8601 instant; null when there was no load
 * @param window the measured stretch; null when there was none
 * @param measuredSeconds length of the window; null when there was none
 */
public record Conditions(
        String injector,
        @JsonInclude(Include.NON_NULL) Load load,
        @JsonInclude(Include.NON_NULL) Map<String, String> pinning,
        String startedAt,
        @JsonInclude(Include.NON_NULL) Window window,
        Double measuredSeconds) {

    /**
     * The measured stretch, in milliseconds since the epoch.
     *
     * @param startMillis its first instant
     * @param endMillis the first instant after it
     */
    public record Window(long startMillis, long endMillis) {}

    /**
     * How requests were timed.
     *
     * @param model {@code closed}: the next request follows the answer; {@code open}: requests come at a rate of their own
     * @param ratePerSecond requests per second of an open model; null for a closed one
     * @param thinkMillis pause of a closed model between answer and next request; null for an open one
     */
    public record Load(String model, Double ratePerSecond, Double thinkMillis) {}
}
