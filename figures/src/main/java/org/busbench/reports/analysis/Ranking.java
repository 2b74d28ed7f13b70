package org.busbench.reports.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Contrasts.CellTrials;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.Interval;

/**
 * Who is ahead in a scenario at one payload size. An adapter stands there with its peak: the concurrency level at which
 * it has most goodput.
 *
 * @param mediators peaks, most goodput first
 * @param controls peaks, most goodput first
 * @param levelsLed at how many concurrency levels the leader is the best mediator
 * @param levels how many concurrency levels have a best mediator
 */
public record Ranking(
        String scenario,
        String payload,
        List<Cell> mediators,
        List<Cell> controls,
        List<Cell> without,
        long levelsLed,
        long levels) {

    /** With fewer than three blocks a smaller ratio is no lead: repeated runs on shared machines vary by as much. */
    public static final double CLOSE_RATIO = 1.10;

    /** The claim that may be made of the first. */
    public enum Claim {
        /** No mediator has a figure. */
        NOBODY,
        /** One mediator has a figure, so nothing is compared. */
        ALONE,
        /** The first and the second are both rig-limited: the rig was measured, not they. */
        RIG_LIMITED,
        /** Other programs disturbed every trial of the first or of the second. */
        DISTURBED,
        /** The first is not ahead beyond chance; with fewer than three blocks: by less than 10 %. */
        CLOSE,
        /** The first is ahead beyond chance (paired within blocks); with fewer than three blocks: by 10 % or more. */
        AHEAD
    }

    static Ranking of(String scenario, String payload, List<Cell> cells) {
        List<Cell> peaks =
                cells.stream()
                        .collect(Collectors.groupingBy(cell -> cell.adapter().name()))
                        .values()
                        .stream()
                        .flatMap(Ranking::peak)
                        .sorted(Comparator.comparingDouble(Cell::goodputPerSecond)
                                .reversed()
                                .thenComparing(cell -> cell.adapter().name()))
                        .toList();
        List<Cell> mediators = peaks.stream().filter(cell -> !cell.control()).toList();
        List<Cell> best = cells.stream().filter(Cell::best).toList();
        String leader = mediators.isEmpty() ? "" : mediators.get(0).adapter().name();
        return new Ranking(
                scenario,
                payload,
                mediators,
                peaks.stream().filter(Cell::control).toList(),
                withoutFigure(cells),
                best.stream()
                        .filter(cell -> cell.adapter().name().equals(leader))
                        .count(),
                best.stream().map(Cell::comparison).distinct().count());
    }

    private static Stream<Cell> peak(List<Cell> cells) {
        return cells.stream()
                .filter(cell -> cell.figures().isPresent())
                .max(Comparator.comparingDouble(Cell::goodputPerSecond))
                .stream();
    }

    private static List<Cell> withoutFigure(List<Cell> cells) {
        return cells.stream()
                .collect(Collectors.groupingBy(cell -> cell.adapter().name(), Collectors.toList()))
                .values()
                .stream()
                .filter(own -> own.stream().noneMatch(cell -> cell.figures().isPresent()))
                .map(own -> own.get(0))
                .sorted(Comparator.comparing(cell -> cell.adapter().name()))
                .toList();
    }

    /**
     * Whether there is no cell at all, as where sample logs are of other sizes; false as soon as there is one, with a
     * figure or without.
     */
    public boolean nothing() {
        return mediators.isEmpty() && controls.isEmpty() && without.isEmpty();
    }

    public Claim claim() {
        if (mediators.size() < 2) {
            return mediators.isEmpty() ? Claim.NOBODY : Claim.ALONE;
        }
        if (mediators.get(0).rigLimited() && mediators.get(1).rigLimited()) {
            return Claim.RIG_LIMITED;
        }
        if (mediators.subList(0, 2).stream()
                .anyMatch(cell -> cell.trials().stream().noneMatch(Trial::bearsVerdict))) {
            return Claim.DISTURBED;
        }
        return Lead.of(mediators.get(0), mediators.get(1)).ahead() ? Claim.AHEAD : Claim.CLOSE;
    }

    /**
     * Goodput of the first over goodput of the second, both at their peaks; empty when there is no second, or it has no
     * goodput.
     */
    public Optional<Double> ratio() {
        if (mediators.size() < 2 || !(mediators.get(1).goodputPerSecond() > 0)) {
            return Optional.empty();
        }
        return Optional.of(
                mediators.get(0).goodputPerSecond() / mediators.get(1).goodputPerSecond());
    }

    /**
     * By how much one cell has more goodput than another: paired within blocks where there are three or more in common, else
     * by their medians.
     *
     * @param ratio goodput of the first over that of the second; infinite when the second has none
     * @param interval 95 % of this ratio alone; empty with fewer than three common blocks, or with two forks
     * @param ahead whether the first is ahead beyond chance; without an interval, by {@link Ranking#CLOSE_RATIO} or more
     */
    public record Lead(double ratio, Optional<Interval> interval, boolean ahead) {

        public static Lead of(Cell first, Cell second) {
            return Contrasts.estimate(
                            Optional.of(CellTrials.of(first)), Optional.of(CellTrials.of(second)), Measure.GOODPUT)
                    .map(Lead::of)
                    .orElseGet(() -> byMedians(first.goodputPerSecond(), second.goodputPerSecond()));
        }

        private static Lead of(Estimate difference) {
            return new Lead(
                    Math.exp(difference.mean()),
                    Optional.of(Contrasts.ratios(difference, 1)),
                    difference.pValue() < Verdict.SIGNIFICANCE && difference.mean() > 0);
        }

        private static Lead byMedians(double first, double second) {
            double ratio = second > 0 ? first / second : Double.POSITIVE_INFINITY;
            return new Lead(ratio, Optional.empty(), ratio >= Ranking.CLOSE_RATIO);
        }
    }
}
