package org.busbench.reports.analysis;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.reports.run.Outcome;
import org.busbench.reports.run.Trial;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.PairedSample;

/**
 * By how much one cell has more goodput than another: paired within blocks where there are three or more in common, else
 * by their medians.
 *
 * @param ratio goodput of the first over that of the second; infinite when the second has none
 * @param interval 95 % of this ratio alone; empty with fewer than three common blocks
 * @param ahead whether the first is ahead beyond chance; without an interval, by {@link Standing#CLOSE_RATIO} or more
 */
public record Lead(double ratio, Optional<Interval> interval, boolean ahead) {

    private static final double COVERAGE = 0.95;

    /** Compares two measured cells. */
    public static Lead of(Cell first, Cell second) {
        return paired(first, second)
                .map(Lead::of)
                .orElseGet(() -> byMedians(first.goodputPerSecond(), second.goodputPerSecond()));
    }

    private static Lead of(Estimate difference) {
        Interval logs = difference.interval(COVERAGE);
        return new Lead(
                Math.exp(difference.mean()),
                Optional.of(new Interval(Math.exp(logs.low()), Math.exp(logs.high()), COVERAGE)),
                difference.pValue() < Contrasts.SIGNIFICANCE && difference.mean() > 0);
    }

    private static Lead byMedians(double first, double second) {
        double ratio = second > 0 ? first / second : Double.POSITIVE_INFINITY;
        return new Lead(ratio, Optional.empty(), ratio >= Standing.CLOSE_RATIO);
    }

    private static Optional<Estimate> paired(Cell first, Cell other) {
        Map<Integer, Double> second = byBlock(other);
        double[] logRatios = byBlock(first).entrySet().stream()
                .filter(entry -> second.containsKey(entry.getKey()))
                .mapToDouble(entry -> Math.log(entry.getValue() / second.get(entry.getKey())))
                .toArray();
        return logRatios.length < Contrast.FEWEST_BLOCKS
                ? Optional.empty()
                : Optional.of(Estimate.paired(PairedSample.of(logRatios)));
    }

    private static Map<Integer, Double> byBlock(Cell cell) {
        return cell.trials().stream()
                .filter(trial -> trial.outcome() == Outcome.MEASURED && trial.goodputPerSecond() > 0)
                .collect(Collectors.toMap(Trial::block, Trial::goodputPerSecond, (first, second) -> second));
    }
}
