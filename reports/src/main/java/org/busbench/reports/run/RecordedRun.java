package org.busbench.reports.run;

import java.util.List;
import java.util.Optional;

/**
 * Everything that a run directory says.
 *
 * @param info what was measured, with what, on what
 * @param finished how it ended; empty when it was killed or still goes on
 * @param verifications in the order in which they were made
 * @param trials in the order in which they were made
 * @param resumes in the order in which a killed run went on; empty when it never had to
 * @param remarks one line each on what had to be skipped
 */
public record RecordedRun(
        RunInfo info,
        Optional<Finished> finished,
        List<Verification> verifications,
        List<Trial> trials,
        List<Resume> resumes,
        List<String> remarks) {

    /** Makes the lists unchangeable. */
    public RecordedRun {
        verifications = List.copyOf(verifications);
        trials = List.copyOf(trials);
        resumes = List.copyOf(resumes);
        remarks = List.copyOf(remarks);
    }
}
