package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Map;
import org.busbench.harness.load.LatencyMicros;

/**
 * What came out of a trial's window. Part of a {@link TrialRecord}. Throughput and latency are null unless the outcome
 * is {@code measured}: an unserved cell has none.
 *
 * @param outcome {@code measured}, {@code not-served} or {@code failed}
 * @param reason why it was not measured; null when it was
 * @param verified verified responses that ended in the window
 * @param errors all others that ended in the window, by kind
 * @param goodputPerSecond verified responses per second
 * @param latencyMicros latency of the verified responses
 * @param latencyResolutionMicros unit in which latency was counted
 * @param series counts by second
 * @param histogram file of the HdrHistogram interval log (nanoseconds) in the evidence folder; null when there is none
 */
public record Result(
        String outcome,
        String reason,
        long verified,
        Map<String, Long> errors,
        Double goodputPerSecond,
        LatencyMicros latencyMicros,
        int latencyResolutionMicros,
        List<Second> series,
        @JsonInclude(Include.NON_NULL) String histogram) {

    /**
     * One second of the window.
     *
     * @param second counted from 0
     * @param verified verified responses that ended in it
     * @param errors others that ended in it
     * @param p50Micros median latency of the verified ones; null when it is not known by second
     * @param p99Micros 99th percentile of the verified ones; null when it is not known by second
     */
    @JsonInclude(Include.NON_NULL)
    public record Second(int second, long verified, long errors, Double p50Micros, Double p99Micros) {}
}
