package org.busbench.reports.analysis;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.record.Purpose;
import org.busbench.record.Trial;

/** Trials in which other programs or machines took so much of the CPU that no verdict rests on them. Duets are none: it met both sides. */
public final class Disturbances {

    private Disturbances() {}

    /** The trials with figures, without those that were disturbed, unless they disturbed each of them. */
    public static List<Trial> counted(List<Trial> trials) {
        List<Trial> undisturbed = trials.stream().filter(Trial::bearsVerdict).toList();
        return undisturbed.isEmpty() ? trials.stream().filter(Trial::measured).toList() : undisturbed;
    }

    /** The sentence about the trials of a run, without a capital and a full stop; empty where none was disturbed. */
    public static Optional<String> of(List<Trial> trials) {
        List<Trial> alone = trials.stream()
                .filter(trial -> trial.measured() && trial.purpose() != Purpose.DUET)
                .toList();
        double[] shares = alone.stream()
                .flatMapToDouble(trial -> trial.disturbance().stream())
                .sorted()
                .toArray();
        return shares.length == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "other programs or machines took up to %.0f %% of the CPU in %d of %d trials: no verdict rests on these",
                        100 * shares[shares.length - 1],
                        shares.length,
                        alone.size()));
    }
}
