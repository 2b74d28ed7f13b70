package org.busbench.reports.analysis;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.record.Adapter;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Role;
import org.busbench.record.Suite;
import org.busbench.record.Trial;

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
     * Two adapters that are not told apart yet; the first is the baseline.
     *
     * @param detectable the smallest ratio above 1 that could be found by now; infinite when there are too few blocks or forks
     */
    public record Open(Suite.Pair pair, Comparison comparison, double detectable, String reason) {}

    /** The mean of fewer cells speaks for none of them. */
    private static final int FEWEST_CELLS = 4;

    private StoppingRule() {}

    /** What trials of one at a time leave open; the least known first. Empty when all is closed, or nothing can be compared. */
    public static List<Open> open(RecordedRun run) {
        Set<String> mediators = run.info().adapters().stream()
                .filter(adapter -> adapter.role() == Role.MEDIATOR)
                .map(Adapter::name)
                .collect(Collectors.toSet());
        RecordedRun looked = atTheLastLook(run, Purpose.COMPARISON);
        Set<Duel> duels = decidedByDuets(looked);
        return Contrasts.of(looked).stream()
                .filter(contrast -> mediators.contains(contrast.adapter()))
                .filter(contrast -> contrast.verdict() == Verdict.OPEN)
                .filter(contrast -> !duels.contains(Duel.of(contrast)))
                .sorted(Comparator.comparingDouble(Contrast::detectable).reversed())
                .map(contrast -> new Open(
                        new Suite.Pair(contrast.baseline(), contrast.adapter()),
                        contrast.comparison(),
                        contrast.detectable(),
                        contrast.adapter() + ": " + reason(contrast, looked)))
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
     * Which pairs of which comparisons deserve another duet, by CPU time, or by goodput where a pair's CPU time is not
     * known. A latency of the closed loop is no figure to wait for, and what interferes no duet decides. A pair of four
     * cells or more is waited for as a whole, and its mean's verdict ends it; cell by cell as well where cells differ beyond chance.
     * Empty when all are closed, or the run has no duets.
     */
    public static List<Open> openDuets(RecordedRun run) {
        RecordedRun looked = atTheLastLook(run, Purpose.DUET);
        List<DuetContrast> all =
                DuetContrasts.of(looked).stream().filter(DuetContrast::trusted).toList();
        List<DuetContrast> open = all.stream()
                .filter(contrast -> contrast.verdict() == Verdict.OPEN)
                .filter(contrast -> contrast.measure() == Measure.CPU
                        || (contrast.measure() == Measure.GOODPUT && !has(all, Measure.CPU, contrast)))
                .toList();
        Map<List<Object>, Open> places = new LinkedHashMap<>();
        for (DuetContrast contrast : open) {
            boolean whole = contrast.comparison().cells().size() >= FEWEST_CELLS;
            if (whole || (!contrast.comparison().isMean() && !isOfAWhole(all, contrast))) {
                String reason = contrast.pair().second() + ": " + reason(contrast, looked);
                (whole ? contrast.comparison().cells() : List.of(contrast.comparison()))
                        .forEach(cell -> places.putIfAbsent(
                                List.of(contrast.pair(), cell),
                                new Open(contrast.pair(), cell, contrast.detectable(), reason)));
            }
        }
        return List.copyOf(places.values());
    }

    private static boolean has(List<DuetContrast> all, Measure measure, DuetContrast of) {
        return all.stream()
                .anyMatch(one -> one.measure() == measure
                        && one.pair().equals(of.pair())
                        && one.comparison().equals(of.comparison()));
    }

    /** Whether the mean of the pair's cells speaks for a cell. */
    private static boolean isOfAWhole(List<DuetContrast> all, DuetContrast cell) {
        return all.stream()
                .anyMatch(one -> one.measure() == cell.measure()
                        && one.pair().equals(cell.pair())
                        && one.comparison().cells().size() >= FEWEST_CELLS
                        && one.comparison().cells().contains(cell.comparison())
                        && one.cells().stream().noneMatch(DuetContrast.CellSpread::beyondChance));
    }

    private static String reason(DuetContrast contrast, RecordedRun run) {
        int forks = contrast.forks().size();
        return contrast.tooFew()
                ? forks + " of at least " + Contrast.FEWEST_FORKS + " forks"
                : visible(forks + " forks", contrast.detectable(), contrast.measure(), run, Purpose.DUET);
    }

    /** What can be seen by now, and how much longer it takes at the noise and the pace so far: the error falls with the root of the trials. */
    private static String visible(String after, double detectable, Measure measure, RecordedRun run, Purpose purpose) {
        double times = Math.pow(Math.log(detectable) / Math.log(Verdict.RELEVANT_RATIO), 2) - 1;
        List<String> starts = run.trials().stream()
                .filter(trial -> trial.purpose() == purpose)
                .map(trial -> trial.conditions().startedAt())
                .filter(Objects::nonNull)
                .toList();
        String seen = String.format(
                Locale.ROOT,
                "after %s a difference of %.0f %% of %s is the smallest that can be seen",
                after,
                (detectable - 1) * 100,
                measure.label());
        if (starts.size() < 2) {
            return seen;
        }
        Duration passed = Duration.between(Instant.parse(starts.get(0)), Instant.parse(starts.get(starts.size() - 1)));
        double minutes = Math.ceil(times * passed.toSeconds() / 60);
        return seen + String.format(Locale.ROOT, ", and 10 %% takes about %.0f minutes more", minutes);
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

    private static String reason(Contrast contrast, RecordedRun run) {
        int blocks = contrast.blocks().size();
        if (Double.isFinite(contrast.detectable())) {
            return visible(blocks + " blocks", contrast.detectable(), contrast.measure(), run, Purpose.COMPARISON);
        }
        return blocks < Contrast.FEWEST_BLOCKS
                ? blocks + " of at least " + Contrast.FEWEST_BLOCKS + " blocks"
                : "fewer than " + Contrast.FEWEST_FORKS + " forks";
    }
}
