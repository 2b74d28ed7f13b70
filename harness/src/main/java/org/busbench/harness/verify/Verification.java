package org.busbench.harness.verify;

/**
 * What came out for one target and size of message.
 *
 * @param target who was asked
 * @param payload size of the messages
 * @param reason why it does not serve the scenario, one line; null when it does
 * @param evidence folder of requests and answers, relative to the evidence root
 */
public record Verification(Target target, String payload, String reason, String evidence) {

    /**
     * Whether every answer was the expected one.
     *
     * @return true when it serves the scenario
     */
    public boolean served() {
        return reason == null;
    }
}
