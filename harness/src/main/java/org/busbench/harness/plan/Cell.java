package org.busbench.harness.plan;

/**
 * What one figure is about.
 *
 * @param adapter name of the system under test
 * @param scenario the job
 * @param payload size of the messages
 * @param concurrency simultaneous clients
 */
public record Cell(String adapter, String scenario, String payload, int concurrency) {}
