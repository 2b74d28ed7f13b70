package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A line of {@code resumes.jsonl}: a run that was killed went on.
 *
 * @param resumedAt ISO-8601 instant
 * @param suiteSha256 of the suite file as it was read again
 * @param afterTrial number of the last whole line of {@code trials.jsonl}; 0 for none
 * @param live true when the run was served as a page from then on; else null
 */
public record Resume(
        String resumedAt,
        String suiteSha256,
        int afterTrial,
        @JsonInclude(JsonInclude.Include.NON_NULL) Boolean live) {}
