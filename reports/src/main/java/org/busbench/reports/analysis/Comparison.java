package org.busbench.reports.analysis;

/**
 * What must be equal before two adapters may be compared.
 *
 * @param scenario the job
 * @param payload name of the message size
 * @param concurrency simultaneous clients
 */
public record Comparison(String scenario, String payload, int concurrency) {}
