package org.busbench.reports.analysis;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.record.Adapter;
import org.busbench.record.RecordedRun;
import org.busbench.record.Role;
import org.busbench.reports.analysis.Contrasts.CellTrials;

/**
 * Which comparisons of a run deserve another block. A planner asks between two blocks, with the record so far:
 *
 * <pre>{@code
 * List<StoppingRule.Open> open = StoppingRule.open(RunReader.read(directory));
 * }</pre>
 *
 * <p>A comparison is closed when, by every figure that was measured, each mediator in it either is known so well that a
 * difference of 10 % to the baseline would have been found (which does not depend on what was found, so stopping there
 * favours no result), or differs so clearly (corrected p below 0.001) that an early stop does no harm (Haybittle 1971;
 * Peto et al. 1976). Controls are not waited for. An adapter without figures is not waited for either.
 *
 * <p>Pure, and quick: some milliseconds for a run of some hundred trials. Any thread may call it.
 */
public final class StoppingRule {

    /** At an interim look only what is this clear is taken for decided. */
    private static final double INTERIM_SIGNIFICANCE = 0.001;

    /**
     * A comparison without verdict.
     *
     * @param adapters those that are not told from the baseline yet, in the order of the run
     * @param detectable the smallest ratio above 1 that could be found by now; infinite when there are fewer than three
     *     blocks
     */
    public record Open(Comparison comparison, List<String> adapters, double detectable, String reason) {

        /** Makes the list unchangeable. */
        public Open {
            adapters = List.copyOf(adapters);
        }
    }

    private StoppingRule() {}

    /**
     * What is still open, against the first mediator of the suite.
     *
     * @return the comparison of which least is known first; empty when all are closed, or nothing can be compared
     */
    public static List<Open> open(RecordedRun run) {
        return Contrasts.baseline(run).map(baseline -> open(run, baseline)).orElse(List.of());
    }

    /**
     * What is still open, against a chosen baseline.
     *
     * @return the comparison of which least is known first; empty when all are closed, or nothing can be compared
     * @throws IllegalArgumentException when the run has no such adapter
     */
    public static List<Open> open(RecordedRun run, String baseline) {
        Set<String> mediators = run.info().adapters().stream()
                .filter(adapter -> adapter.role() == Role.MEDIATOR)
                .map(Adapter::name)
                .collect(Collectors.toSet());
        if (run.info().adapters().stream().noneMatch(a -> a.name().equals(baseline))) {
            throw new IllegalArgumentException("the run has no adapter '" + baseline + "' to compare with");
        }
        return Contrasts.of(CellTrials.of(run), baseline).stream()
                .filter(contrast -> mediators.contains(contrast.adapter()))
                .filter(StoppingRule::isOpen)
                .collect(Collectors.groupingBy(Contrast::comparison))
                .values()
                .stream()
                .map(StoppingRule::open)
                .sorted(Comparator.comparingDouble(Open::detectable)
                        .reversed()
                        .thenComparing(one -> one.comparison().toString()))
                .toList();
    }

    private static boolean isOpen(Contrast contrast) {
        return !contrast.sharpEnough() && !(contrast.pValue() < INTERIM_SIGNIFICANCE);
    }

    private static String tooFew(Contrast contrast) {
        return contrast.blocks().size() < Contrast.FEWEST_BLOCKS
                ? contrast.blocks().size() + " of at least " + Contrast.FEWEST_BLOCKS + " blocks"
                : contrast.forks() + " of at least " + Contrast.FEWEST_FORKS + " forks";
    }

    private static Open open(Collection<Contrast> contrasts) {
        Contrast worst = contrasts.stream()
                .max(Comparator.comparingDouble(Contrast::detectable))
                .orElseThrow();
        String reason = Double.isInfinite(worst.detectable())
                ? tooFew(worst)
                : String.format(
                        Locale.ROOT,
                        "after %d blocks a difference of %.0f %% is the smallest that can be seen (%s of %s)",
                        worst.blocks().size(),
                        (worst.detectable() - 1) * 100,
                        worst.measure().label(),
                        worst.adapter());
        return new Open(
                worst.comparison(),
                contrasts.stream().map(Contrast::adapter).distinct().toList(),
                worst.detectable(),
                reason);
    }
}
