package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.busbench.record.ProcessUse;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;

/**
 * What a sitting can tell: a mediator beside its own copy, by the procedure and at the looks of all other duets.
 *
 * @param contrast of the copies
 * @param smallest the ratio above 1 below which no difference can be told: what would be found nine times out of ten, and
 *     what the copies differed by
 * @param remedies what would make it smaller; empty where it is small enough
 */
public record DuetFloor(DuetContrast contrast, double smallest, List<String> remedies) {

    /** The share of the machine from which other processes are mentioned. */
    private static final double NEIGHBOURS = 0.05;

    private static final int CPUS_TO_PIN = 4;

    /** Whether a difference that matters can be told. */
    public boolean smallEnough() {
        return smallest <= Verdict.RELEVANT_RATIO;
    }

    /** It in one or two sentences, with what would help. */
    public String sentence() {
        return String.format(
                        Locale.ROOT,
                        "Here and now a difference of %.1f %% of %s would be found nine times out of ten, a smaller"
                                + " one more seldom (%s beside its copy, %s).",
                        (smallest - 1) * 100,
                        contrast.measure().label(),
                        contrast.pair().first(),
                        contrast.comparison().words())
                + (smallEnough() ? "" : " It would help: " + String.join("; ", remedies) + ".");
    }

    /**
     * The floors of a run, by CPU time and by goodput.
     *
     * @param contrasts all duets of the run
     * @return one for each comparison of copies that was judged; empty when the run has no duet of copies
     */
    static List<DuetFloor> of(RecordedRun run, List<DuetContrast> contrasts) {
        return contrasts.stream()
                .filter(contrast -> contrast.ofCopies() && !contrast.tooFew() && contrast.measure() != Measure.LATENCY)
                .map(contrast -> floor(run, contrast))
                .toList();
    }

    private static DuetFloor floor(RecordedRun run, DuetContrast contrast) {
        double smallest = contrast.detectable() * Math.max(contrast.ratio(), 1 / contrast.ratio());
        return new DuetFloor(
                contrast, smallest, smallest <= Verdict.RELEVANT_RATIO ? List.of() : remedies(run, contrast, smallest));
    }

    private static List<String> remedies(RecordedRun run, DuetContrast contrast, double smallest) {
        List<Trial> duets = run.trials().stream()
                .filter(trial -> trial.purpose() == Purpose.DUET)
                .toList();
        List<String> remedies = new ArrayList<>();
        double foreign = duets.stream()
                .map(trial -> trial.use().machine())
                .filter(Objects::nonNull)
                .flatMap(machine -> machine.foreignShares().stream())
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
        double steal = duets.stream()
                .map(trial -> trial.use().machine())
                .filter(Objects::nonNull)
                .mapToDouble(machine -> machine.stealShare())
                .average()
                .orElse(0);
        if (foreign + steal > NEIGHBOURS) {
            remedies.add(String.format(
                    Locale.ROOT,
                    "fewer neighbours: other processes took %.0f %% of the machine",
                    (foreign + steal) * 100));
        }
        boolean pinned =
                duets.stream().anyMatch(trial -> !trial.conditions().pinning().isEmpty());
        if (!pinned && run.info().environment().logicalCpus() >= CPUS_TO_PIN) {
            remedies.add("pinning (pin: auto)");
        }
        List<ProcessUse> alone = run.trials().stream()
                .filter(trial -> trial.purpose() == Purpose.COMPARISON)
                .map(trial -> trial.use().processes().mediator())
                .filter(Objects::nonNull)
                .toList();
        // Nothing is counted within a duet, so a run of duets alone would gain nothing by counters.
        if (!alone.isEmpty() && alone.stream().allMatch(use -> use.instructionsPerMessage() == null)) {
            remedies.add("a machine whose CPU counts instructions (busbench doctor)");
        }
        double times = Math.pow(Math.log(smallest) / Math.log(Verdict.RELEVANT_RATIO), 2);
        remedies.add(String.format(
                Locale.ROOT,
                "more forks, or longer duets: about %d instead of %d",
                (int) Math.ceil(times * contrast.forks().size()),
                contrast.forks().size()));
        return remedies;
    }
}
