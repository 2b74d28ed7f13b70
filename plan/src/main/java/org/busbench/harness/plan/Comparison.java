package org.busbench.harness.plan;

/**
 * What cells have in common that are compared with each other: they differ only in the adapter.
 *
 * @param payload size of the messages
 * @param ratePerSecond requests per second of an open model; null for a closed one
 */
public record Comparison(String scenario, String payload, int concurrency, Integer ratePerSecond) {

    public Cell of(String adapter) {
        return new Cell(adapter, this);
    }

    /** The same under so many requests per second. */
    public Comparison at(int rate) {
        return new Comparison(scenario, payload, concurrency, rate);
    }

    /** How much load it is, for people: {@code c=20} or {@code 500/s}. */
    public String level() {
        return ratePerSecond == null ? "c=" + concurrency : ratePerSecond + "/s";
    }
}
