package org.busbench.record;

/**
 * The open-loop latency probe beside the load.
 *
 * @param ratePerSecond intended requests per second
 * @param sent within the window
 * @param verified right answers within the window
 * @param errors all other ends within the window
 * @param latencyMicros from intended start to end; null when nothing was verified
 * @param histogram file name of the interval log in the evidence folder; null when there is none
 */
public record Probe(
        double ratePerSecond, long sent, long verified, long errors, Latency latencyMicros, String histogram) {

    /** Refuses negative counts. */
    public Probe {
        Required.notNegative(ratePerSecond, "probe.ratePerSecond");
        Required.notNegative(sent, "probe.sent");
        Required.notNegative(verified, "probe.verified");
        Required.notNegative(errors, "probe.errors");
        Required.path(histogram, "probe.histogram");
    }
}
