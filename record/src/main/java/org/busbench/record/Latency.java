package org.busbench.record;

/** Latency of verified responses, in microseconds. */
public record Latency(
        double min, double mean, double p50, double p90, double p95, double p99, double p999, double max) {

    public Latency {
        Required.notNegative(min, "latencyMicros.min");
        Required.notNegative(mean, "latencyMicros.mean");
        Required.notNegative(p50, "latencyMicros.p50");
        Required.notNegative(p90, "latencyMicros.p90");
        Required.notNegative(p95, "latencyMicros.p95");
        Required.notNegative(p99, "latencyMicros.p99");
        Required.notNegative(p999, "latencyMicros.p999");
        Required.notNegative(max, "latencyMicros.max");
        if (min > p50 || p50 > p90 || p90 > p95 || p95 > p99 || p99 > p999 || p999 > max) {
            throw new IllegalArgumentException("'latencyMicros' does not rise from min to max");
        }
    }

    /**
     * Whether a percentile of so many responses is worth telling: ten lie above it. With fewer it is one of the longest latencies, and chance.
     *
     * @param percentile 0 to 100
     */
    public static boolean tells(double percentile, long responses) {
        return Math.round(responses * (100 - percentile)) >= 1000;
    }
}
