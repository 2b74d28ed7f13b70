package org.busbench.reports.analysis;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.record.Adapter;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Role;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Contrasts.CellTrials;

/**
 * Which comparisons of a run deserve another block. A planner asks between two blocks, with the record so far:
 *
 * <pre>{@code
 * List<StoppingRule.Open> open = StoppingRule.open(RunReader.read(directory));
 * }</pre>
 *
 * <p>A comparison is closed when, by every figure that was measured, each mediator in it has a verdict: a difference, or a
 * tie; where adapter and baseline meet in duets, these give it ({@link #openDuets}). That is asked at fixed looks alone ({@link org.busbench.reports.statistics.Looks}), each of which spends its part of
 * the probability of a false claim. Between two looks the answer is that of the last one. Controls are not waited for. An
 * adapter without figures is not waited for either.
 *
 * <p>Pure, and quick: some milliseconds for a run of some hundred trials. Any thread may call it.
 */
public final class StoppingRule {

    /**
     * A comparison without verdict.
     *
     * @param adapters those that are not told from the baseline yet, in the order of the run
     * @param detectable the smallest ratio above 1 that could be found by now; infinite when there are fewer than three
     *     blocks
     */
    public record Open(Comparison comparison, List<String> adapters, double detectable, String reason) {}

    private StoppingRule() {}

    /**
     * The comparisons that are still open, against the first mediator of the suite, the least known first; empty when all are closed, or
     * nothing can be compared.
     */
    public static List<Open> open(RecordedRun run) {
        return Contrasts.baseline(run).map(baseline -> open(run, baseline)).orElse(List.of());
    }

    /**
     * The comparisons that are still open, against a chosen baseline.
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
        RecordedRun looked = atTheLastLook(run, Purpose.COMPARISON);
        Set<Duel> duels = decidedByDuets(looked);
        return Contrasts.of(
                        CellTrials.of(looked),
                        baseline,
                        Contrasts.looks(run.info().suite()))
                .stream()
                .filter(contrast -> mediators.contains(contrast.adapter()))
                .filter(StoppingRule::isOpen)
                .filter(contrast -> !duels.contains(Duel.of(contrast)))
                .collect(Collectors.groupingBy(Contrast::comparison))
                .values()
                .stream()
                .map(StoppingRule::open)
                .sorted(Comparator.comparingDouble(Open::detectable)
                        .reversed()
                        .thenComparing(one -> one.comparison().toString()))
                .toList();
    }

    /** Two adapters in a comparison, whichever of them is the baseline. */
    private record Duel(Set<String> adapters, Comparison comparison) {
        static Duel of(Contrast contrast) {
            return new Duel(Set.of(contrast.adapter(), contrast.baseline()), contrast.comparison());
        }
    }

    /** Trials of one at a time tell less than duets: where both are measured, the former wait for no verdict of their own. */
    private static Set<Duel> decidedByDuets(RecordedRun run) {
        return DuetContrasts.of(run).stream()
                .filter(DuetContrast::trusted)
                .map(duet -> new Duel(Set.of(duet.pair().first(), duet.pair().second()), duet.comparison()))
                .collect(Collectors.toSet());
    }

    /**
     * A pair of adapters that is under load at the same time, without a verdict.
     *
     * @param detectable the smallest ratio above 1 that could be found by now; infinite when there are too few forks
     */
    public record OpenDuet(Suite.Pair pair, Comparison comparison, double detectable, String reason) {}

    /**
     * Which pairs of which comparisons deserve another duet, by CPU time, or by goodput where a pair's CPU time is not
     * known. A latency of the closed loop is no figure to wait for, and what interferes no duet decides; the one of
     * which least is known first; empty when all are closed, or the run has no duets.
     */
    public static List<OpenDuet> openDuets(RecordedRun run) {
        List<DuetContrast> all = DuetContrasts.of(atTheLastLook(run, Purpose.DUET));
        return all.stream()
                .filter(contrast -> contrast.verdict() == Verdict.OPEN && contrast.trusted())
                .filter(contrast -> contrast.measure() == DuetMeasure.CPU
                        || (contrast.measure() == DuetMeasure.GOODPUT && !hasCpu(all, contrast)))
                .map(StoppingRule::open)
                .sorted(Comparator.comparingDouble(OpenDuet::detectable)
                        .reversed()
                        .thenComparing(one -> one.comparison() + " " + one.pair()))
                .toList();
    }

    private static boolean hasCpu(List<DuetContrast> all, DuetContrast contrast) {
        return all.stream()
                .anyMatch(one -> one.measure() == DuetMeasure.CPU
                        && one.pair().equals(contrast.pair())
                        && one.comparison().equals(contrast.comparison()));
    }

    private static OpenDuet open(DuetContrast contrast) {
        int forks = contrast.forks().size();
        return new OpenDuet(
                contrast.pair(),
                contrast.comparison(),
                contrast.detectable(),
                contrast.tooFew()
                        ? forks + " of at least " + Contrast.FEWEST_FORKS + " forks"
                        : String.format(
                                Locale.ROOT,
                                "after %d forks a difference of %.0f %% is the smallest that can be seen (%s of %s)",
                                forks,
                                (contrast.detectable() - 1) * 100,
                                contrast.measure().label(),
                                contrast.pair().second()));
    }

    private static RecordedRun atTheLastLook(RecordedRun run, Purpose purpose) {
        int reached = run.trials().stream()
                .filter(trial -> trial.purpose() == purpose)
                .mapToInt(Trial::block)
                .max()
                .orElse(0);
        int look = reached == 0 ? 0 : Contrasts.looks(run.info().suite()).latest(reached);
        return run.only(trial -> trial.purpose() != purpose || trial.block() <= look);
    }

    private static boolean isOpen(Contrast contrast) {
        return contrast.verdict() == Verdict.OPEN;
    }

    private static String tooFew(Contrast contrast) {
        return contrast.blocks().size() < Contrast.FEWEST_BLOCKS
                ? contrast.blocks().size() + " of at least " + Contrast.FEWEST_BLOCKS + " blocks"
                : "fewer than " + Contrast.FEWEST_FORKS + " forks";
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
