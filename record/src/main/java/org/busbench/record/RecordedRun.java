package org.busbench.record;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Everything that a run directory says, or what JMeter's own logs say of a run without a record.
 *
 * @param info what was measured, with what, on what
 * @param finished how it ended; empty when it was killed or still goes on
 * @param verifications in the order in which they were made
 * @param trials in the order in which they were made
 * @param resumes in the order in which a killed run went on; empty when it never had to
 * @param calibrations of the injectors; empty when there was none
 * @param parities what was found out of the adapters' conditions; empty when nothing was audited
 * @param remarks one line each on what had to be skipped
 * @param samples where it comes from when there is no record of it; empty for a run directory
 */
public record RecordedRun(
        RunInfo info,
        Optional<Finished> finished,
        List<Verification> verifications,
        List<Trial> trials,
        List<Resume> resumes,
        List<Calibration> calibrations,
        List<Parity> parities,
        List<String> remarks,
        Optional<SampleSource> samples) {

    public RecordedRun {
        verifications = List.copyOf(verifications);
        trials = List.copyOf(trials);
        resumes = List.copyOf(resumes);
        calibrations = List.copyOf(calibrations);
        parities = List.copyOf(parities);
        remarks = List.copyOf(remarks);
    }

    /** The same run as if it had made no other trials than these. */
    public RecordedRun only(Predicate<Trial> chosen) {
        return new RecordedRun(
                info,
                finished,
                verifications,
                trials.stream().filter(chosen).toList(),
                resumes,
                calibrations,
                parities,
                remarks,
                samples);
    }

    /** The same run with the trials of its blocks alone, in which adapters are compared. */
    public RecordedRun inBlocks() {
        return only(trial -> trial.purpose() == Purpose.COMPARISON);
    }
}
