package org.busbench.harness.record;

import java.util.List;

/**
 * What a killed run had recorded.
 *
 * @param run its {@code run.json}
 * @param verifications in the order in which they were made
 * @param trials in the order in which they were made
 * @param cutOff names of the files whose half-written last line is cut off
 */
public record Written(
        RunRecord run, List<VerificationRecord> verifications, List<TrialRecord> trials, List<String> cutOff) {

    /** Makes the lists unchangeable. */
    public Written {
        verifications = List.copyOf(verifications);
        trials = List.copyOf(trials);
        cutOff = List.copyOf(cutOff);
    }
}
