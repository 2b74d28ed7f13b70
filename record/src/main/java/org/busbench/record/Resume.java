package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/** A killed run that went on: a line of {@code resumes.jsonl}. */
public record Resume(
        String resumedAt,
        String suiteSha256,
        Integer afterTrial,
        @JsonInclude(Include.NON_NULL) Boolean live) {

    public Resume {
        Required.text(resumedAt, "resumedAt");
    }
}
