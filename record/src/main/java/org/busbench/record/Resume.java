package org.busbench.record;

/** A killed run that went on: a line of {@code resumes.jsonl}. */
public record Resume(String resumedAt, String suiteSha256, Integer afterTrial) {

    public Resume {
        Required.text(resumedAt, "resumedAt");
    }
}
