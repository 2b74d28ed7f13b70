package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.busbench.reports.run.Trial;
import org.busbench.reports.statistics.ChangePoint;
import org.busbench.reports.statistics.MannKendall;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.TheilSen;

/**
 * Whether a trial measured one state of the system, by its series of seconds. Warm-up is not assumed to have been long
 * enough: the halves of the window must agree. What is claimed must be the mediator's: a reason counts against it only when
 * it is there without the seconds in which others used the machine.
 */
final class Steadiness {

    /** Whatever is smaller is no news on a shared machine. */
    private static final double NOTABLE = 0.10;

    /** A change of level that needs no test, in a window too short for one. */
    private static final double LARGE = 0.30;

    private static final double SIGNIFICANCE = 0.01;
    /** A difference of levels must exceed so many standard errors: neighbours resemble each other, which hides noise. */
    private static final double CLEAR = 8;

    private static final double STALL = 0.1;
    /** Of two neighbouring seconds' responses as many are missing as one second usually has, or nearly. */
    private static final double LEFT_OF_TWO = 1.1;

    /** Fewer seconds do not tell a change from noise. */
    static final int FEWEST_SECONDS = 4;
    /** The standard error of a median, as a multiple of that of a mean, for normal noise. */
    private static final double MEDIAN_EFFICIENCY = 1.2533;
    /** From the median of the absolute differences of neighbours to a standard deviation, for normal noise. */
    private static final double FROM_NEIGHBOURS = 1.0483;

    private final double[] series;
    private final double middle;

    private Steadiness(double[] series) {
        this.series = series;
        this.middle = Median.of(series);
    }

    /**
     * What a reader must know.
     *
     * @param own one sentence for each reason that is the mediator's; none when it was steady, or nothing can be told
     * @param noise one sentence for what may as well be the machine's; empty when there is nothing of the kind
     */
    record Judgement(List<String> own, List<String> noise) {}

    /** Judges a trial. */
    static Judgement of(Trial trial) {
        double[] series = seconds(trial);
        List<String> own = new ArrayList<>();
        List<String> noise = new ArrayList<>();
        judge(series, new Excuse(trial, series), own, noise);
        Dearness.of(trial, series).ifPresent(own::add);
        return new Judgement(own, noise);
    }

    private static void judge(double[] series, Excuse excuse, List<String> own, List<String> noise) {
        List<String> all = reasons(series);
        if (all.isEmpty() || excuse.count() == 0) {
            own.addAll(all);
            return;
        }
        double[] quiet = IntStream.range(0, series.length)
                .filter(second -> !excuse.applies(second))
                .mapToDouble(second -> series[second])
                .toArray();
        own.addAll(reasons(quiet));
        if (own.isEmpty() && series.length >= FEWEST_SECONDS) {
            new Steadiness(series).inexcusable(excuse.most(), own);
        }
        if (own.isEmpty()) {
            noise.add(text(
                    "%s, but others used up to %.0f %% of the machine in %d of %d seconds",
                    all.get(0), 100 * excuse.largestShare(), excuse.count(), series.length));
        }
    }

    private static List<String> reasons(double[] series) {
        return series.length < FEWEST_SECONDS ? List.of() : new Steadiness(series).reasons();
    }

    /** Verified responses by second, without a last entry that was shorter or longer than a second. */
    private static double[] seconds(Trial trial) {
        double[] all = trial.series().stream()
                .mapToDouble(second -> (double) second.verified())
                .toArray();
        double length = trial.measuredSeconds() == null ? all.length : trial.measuredSeconds();
        return Math.abs(length - all.length) < 0.05 ? all : Arrays.copyOf(all, Math.max(0, all.length - 1));
    }

    private List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        if (!(middle > 0)) {
            reasons.add("half of the seconds had no verified response");
            return reasons;
        }
        stall(reasons);
        halves(reasons);
        if (reasons.isEmpty()) {
            change(reasons);
        }
        if (reasons.isEmpty()) {
            drift(reasons);
        }
        return reasons;
    }

    private void stall(List<String> reasons) {
        for (int i = 0; i < series.length; i++) {
            if (series[i] < STALL * middle) {
                reasons.add(text("stalled in second %d: %.0f responses, usually %.0f", i + 1, series[i], middle));
                return;
            }
            if (isGap(i - 1)) {
                reasons.add(text(
                        "stalled in seconds %d and %d: %.0f responses, usually %.0f",
                        i, i + 1, series[i - 1] + series[i], 2 * middle));
                return;
            }
        }
    }

    /** Whether two seconds are nearly empty together, and those around them are not: a level that changed is no gap. */
    private boolean isGap(int first) {
        return first > 0
                && first + 2 < series.length
                && series[first] + series[first + 1] < LEFT_OF_TWO * middle
                && series[first - 1] > middle / 2
                && series[first + 2] > middle / 2;
    }

    /** What is wrong even if each second could have had so many responses without the others. */
    private void inexcusable(double[] most, List<String> reasons) {
        for (int i = 0; i < series.length; i++) {
            if (most[i] < STALL * middle) {
                reasons.add(text(
                        "stalled in second %d: %.0f responses, without the others at most %.0f, usually %.0f",
                        i + 1, series[i], most[i], middle));
                return;
            }
            if (isGap(i - 1) && most[i - 1] + most[i] < LEFT_OF_TWO * middle) {
                reasons.add(text(
                        "stalled in seconds %d and %d: %.0f responses, without the others at most %.0f, usually %.0f",
                        i, i + 1, series[i - 1] + series[i], most[i - 1] + most[i], 2 * middle));
                return;
            }
        }
        int half = series.length / 2;
        double first = Median.of(Arrays.copyOfRange(series, 0, half));
        double second = Median.of(Arrays.copyOfRange(most, series.length - half, series.length));
        if (second < (1 - LARGE) * first) {
            reasons.add(text(
                    "the second half is at least %.0f %% slower than the first, whatever others took",
                    100 * (1 - second / first)));
        }
    }

    private void halves(List<String> reasons) {
        int half = series.length / 2;
        double first = Median.of(Arrays.copyOfRange(series, 0, half));
        double second = Median.of(Arrays.copyOfRange(series, series.length - half, series.length));
        double error = noise() * MEDIAN_EFFICIENCY * Math.sqrt(2.0 / half);
        double shift = second - first;
        if (Math.abs(shift) > Math.max(NOTABLE * middle, CLEAR * error)) {
            reasons.add(
                    shift > 0
                            ? text(
                                    "the second half is %.0f %% faster than the first: the warm-up was too short",
                                    100 * shift / first)
                            : text("the second half is %.0f %% slower than the first", -100 * shift / first));
        }
    }

    private void change(List<String> reasons) {
        ChangePoint change = ChangePoint.of(series);
        int last = series.length - change.after();
        double before = Median.of(Arrays.copyOfRange(series, 0, change.after()));
        double after = Median.of(Arrays.copyOfRange(series, change.after(), series.length));
        double shift = Math.abs(after - before);
        double error = noise() * MEDIAN_EFFICIENCY * Math.sqrt(1.0 / change.after() + 1.0 / last);
        boolean improbable = change.pValue() < SIGNIFICANCE && shift > NOTABLE * middle;
        boolean large = Math.min(change.after(), last) > 1 && shift > LARGE * middle;
        if ((improbable || large) && shift > CLEAR * error) {
            reasons.add(text(
                    "changed its level by %+.0f %% after %d seconds", 100 * (after - before) / before, change.after()));
        }
    }

    private void drift(List<String> reasons) {
        MannKendall trend = MannKendall.of(series);
        double total = TheilSen.slope(series) * (series.length - 1);
        if (trend.pValue() < SIGNIFICANCE && Math.abs(total) > Math.max(NOTABLE * middle, CLEAR * noiseBesideTrend())) {
            reasons.add(text(
                    "drifted by %+.0f %% over the window (Mann-Kendall, p = %.2g)",
                    100 * total / middle, trend.pValue()));
        }
    }

    /** Standard deviation of a second, from its neighbours: a change of level does not move it. */
    private double noise() {
        return FROM_NEIGHBOURS * Median.of(Arrays.stream(steps()).map(Math::abs).toArray());
    }

    /** The same where each second differs from the one before by the trend too, which is no noise. */
    private double noiseBesideTrend() {
        double[] steps = steps();
        double usual = Median.of(steps);
        return FROM_NEIGHBOURS
                * Median.of(
                        Arrays.stream(steps).map(step -> Math.abs(step - usual)).toArray());
    }

    private double[] steps() {
        return IntStream.range(1, series.length)
                .mapToDouble(i -> series[i] - series[i - 1])
                .toArray();
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
