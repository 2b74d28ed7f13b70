package org.busbench.harness.verify;

/**
 * What came out for one target and size of message.
 *
 * @param target who was asked
 * @param payload size of the messages
 * @param reason why it does not serve the scenario, one line; null when it does
 * @param limit what it does not do though it serves the scenario, one line: no load asks for it; null for nothing
 * @param evidence folder of requests and answers, relative to the evidence root
 */
public record Verification(Target target, String payload, String reason, String limit, String evidence) {

    /** What came out, without a limit. */
    public Verification(Target target, String payload, String reason, String evidence) {
        this(target, payload, reason, null, evidence);
    }

    /** Whether every answer was the expected one. */
    public boolean served() {
        return reason == null;
    }

    /** The same with a limit; null for none. */
    public Verification limitedBy(String found) {
        return new Verification(target, payload, reason, found, evidence);
    }

    /** The same with its evidence in a folder relative to the evidence root. */
    public Verification withEvidence(String folder) {
        return new Verification(target, payload, reason, limit, folder);
    }
}
