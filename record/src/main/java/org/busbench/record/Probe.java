package org.busbench.record;

/** The open-loop latency probe beside the load. */
public record Probe(
        double ratePerSecond, long sent, long verified, long errors, Latency latencyMicros, String histogram) {

    public Probe {
        Required.notNegative(ratePerSecond, "probe.ratePerSecond");
        Required.notNegative(sent, "probe.sent");
        Required.notNegative(verified, "probe.verified");
        Required.notNegative(errors, "probe.errors");
        Required.path(histogram, "probe.histogram");
    }
}
