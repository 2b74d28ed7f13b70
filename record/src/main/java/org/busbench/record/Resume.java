package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/**
 * A killed run that went on: a line of {@code resumes.jsonl}.
 *
 * @param resumedAt ISO-8601 instant
 * @param suiteSha256 of the suite file as it was read again; null when not recorded
 * @param afterTrial number of the last whole line found, 0 for none; null when not recorded
 * @param live true when the run was served as a page from then on; else null
 */
public record Resume(
        String resumedAt,
        String suiteSha256,
        Integer afterTrial,
        @JsonInclude(Include.NON_NULL) Boolean live) {

    /** Refuses a resumption without a time. */
    public Resume {
        Required.text(resumedAt, "resumedAt");
    }
}
