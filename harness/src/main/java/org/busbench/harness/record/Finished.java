package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * {@code finished.json}: how a run ended, and what its files hold. A run without it was killed.
 *
 * @param finishedAt ISO-8601 instant
 * @param outcome {@code complete}, {@code interrupted} or {@code failed}
 * @param exitCode of the command
 * @param trials lines of {@code trials.jsonl}
 * @param lastTrialSha256 of the last line's bytes without the line feed; of {@code run.json} when there is none, null
 *     without that either
 * @param verificationsSha256 of the bytes of {@code verifications.jsonl}
 * @param calibrationSha256 of the bytes of {@code calibration.jsonl}; null when there is none
 * @param paritySha256 of the bytes of {@code parity.jsonl}; null when there is none
 */
public record Finished(
        String finishedAt,
        String outcome,
        int exitCode,
        int trials,
        String lastTrialSha256,
        String verificationsSha256,
        @JsonInclude(JsonInclude.Include.NON_NULL) String calibrationSha256,
        @JsonInclude(JsonInclude.Include.NON_NULL) String paritySha256) {}
