package org.busbench.harness.record;

/**
 * {@code finished.json}: how a run ended. A run without it was killed.
 *
 * @param finishedAt ISO-8601 instant
 * @param outcome {@code complete}, {@code interrupted} or {@code failed}
 * @param exitCode of the command
 */
public record Finished(String finishedAt, String outcome, int exitCode) {}
