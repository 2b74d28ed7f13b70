package org.busbench.harness.record;

import org.busbench.harness.load.LatencyMicros;

/**
 * What the probe saw beside the load. Part of a {@link TrialRecord}.
 *
 * @param ratePerSecond requests per second that it was to send
 * @param sent requests that it sent in the window
 * @param verified of those, answered right
 * @param errors of those, all other outcomes
 * @param latencyMicros of the verified ones, from the instant at which each was due; null when there is none
 * @param histogram file of its HdrHistogram interval log (nanoseconds) in the evidence folder
 */
public record ProbeRecord(
        double ratePerSecond, long sent, long verified, long errors, LatencyMicros latencyMicros, String histogram) {}
