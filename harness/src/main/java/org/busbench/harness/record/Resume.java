package org.busbench.harness.record;

/**
 * A line of {@code resumes.jsonl}: a run that was killed went on.
 *
 * @param resumedAt ISO-8601 instant
 * @param suiteSha256 of the suite file as it was read again
 * @param afterTrial number of the last whole line of {@code trials.jsonl}; 0 for none
 */
public record Resume(String resumedAt, String suiteSha256, int afterTrial) {}
