package org.busbench.harness.record;

/**
 * A line of {@code verifications.jsonl}.
 *
 * @param adapter who was asked
 * @param scenario the job it stands for
 * @param sends the job whose messages it got
 * @param payload size of the messages
 * @param outcome {@code served} or {@code not-served}
 * @param reason why it is not served; where it is, what it does not do all the same, or null
 * @param evidence folder of requests and answers, relative to the run directory
 */
public record VerificationRecord(
        String adapter,
        String scenario,
        String sends,
        String payload,
        String outcome,
        String reason,
        String evidence) {}
