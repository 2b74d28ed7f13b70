package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.busbench.record.Machine;
import org.busbench.record.ProcessUse;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.ChangePoint;
import org.busbench.reports.statistics.MannKendall;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.TheilSen;

/**
 * Whether a trial measured one state of the system, by its series of seconds. Warm-up is not assumed to have been long
 * enough: the halves of the window must agree. A reason counts against the mediator only when it remains without the
 * seconds in which other programs used the machine.
 */
final class Steadiness {

    /** Smaller changes are usual on a shared machine. */
    private static final double NOTABLE = 0.10;

    /** A change of level that needs no test, in a window too short for one. */
    private static final double LARGE = 0.30;

    static final double SIGNIFICANCE = 0.01;
    /** A difference of levels must exceed so many standard errors: neighbours resemble each other, which hides noise. */
    private static final double CLEAR = 8;

    private static final double STALL = 0.1;
    /** Two neighbouring seconds with fewer responses than this multiple of the median miss about one usual second. */
    private static final double LEFT_OF_TWO = 1.1;

    /** The least number of seconds that tells a change from noise. */
    static final int FEWEST_SECONDS = 4;
    /** The standard error of a median, as a multiple of that of a mean, for normal noise. */
    private static final double MEDIAN_EFFICIENCY = 1.2533;
    /** The factor from the median of the absolute differences of neighbours to a standard deviation, for normal noise. */
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

    static Judgement of(Trial trial) {
        double[] series = seconds(trial);
        List<String> own = new ArrayList<>();
        List<String> noise = new ArrayList<>();
        judge(series, new Interference(trial, series), own, noise);
        CostDrift.of(trial, series).ifPresent(own::add);
        return new Judgement(own, noise);
    }

    private static void judge(double[] series, Interference interference, List<String> own, List<String> noise) {
        List<String> all = reasons(series);
        if (all.isEmpty() || interference.count() == 0) {
            own.addAll(all);
            return;
        }
        double[] quiet = IntStream.range(0, series.length)
                .filter(second -> !interference.applies(second))
                .mapToDouble(second -> series[second])
                .toArray();
        own.addAll(reasons(quiet));
        if (own.isEmpty() && series.length >= FEWEST_SECONDS) {
            new Steadiness(series).despiteInterference(interference.most(), own);
        }
        if (own.isEmpty()) {
            noise.add(text(
                    "%s, but others used up to %.0f %% of the machine in %d of %d seconds",
                    all.get(0), 100 * interference.largestShare(), interference.count(), series.length));
        }
    }

    private static List<String> reasons(double[] series) {
        return series.length < FEWEST_SECONDS ? List.of() : new Steadiness(series).reasons();
    }

    /** Verified responses by second, without a last entry that was shorter or longer than a second. */
    private static double[] seconds(Trial trial) {
        double[] all = trial.result().series().stream()
                .mapToDouble(second -> (double) second.verified())
                .toArray();
        double length = trial.conditions().measuredSeconds() == null
                ? all.length
                : trial.conditions().measuredSeconds();
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

    /** Adds the faults that remain if each second could have had {@code most} responses without interference. */
    private void despiteInterference(double[] most, List<String> reasons) {
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

    /** The noise where each second differs from the one before by the trend too, which is no noise. */
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

    /**
     * How many responses other programs on the machine can have cost in each second of a trial. They can do so in two ways
     * alone. Threads of the trial are ready to run and get no CPU, which the scheduler counts; or the CPU does less in the
     * same time, which the CPU time per message of backend and injector shows. At worst, nothing flows while one thread
     * waits. So a second in which all threads together waited for a share w of it had at most 1 / (1 - w) as many responses
     * without that. The mediator is responsible for whatever is missing beyond.
     */
    private static final class Interference {
        /** Above this share of the machine, used by other programs, a second does not count against the mediator. */
        private static final double FOREIGN = 0.10;

        /** A thread that waited does not run at full speed at once. */
        private static final double AFTER_EFFECT = 1.5;

        private static final double UNSEEN = 0.02;
        /** Above this share of waiting nothing can be concluded. */
        private static final double ALL = 0.9;
        /** The factor by which a CPU can be slower because of others, which share its core, its cache and its memory. */
        private static final double SLOWEST_CPU = 3;

        private final double[] series;
        private final List<Double> foreign;
        private final List<Double> waited;
        private final double[] slowness;

        /** The interference of a trial with this many whole seconds. */
        Interference(Trial trial, double[] series) {
            Machine machine = trial.use().machine();
            this.series = series.clone();
            this.foreign = machine == null ? List.of() : machine.foreignShares();
            this.waited = machine == null ? List.of() : machine.waitedSeconds();
            this.slowness = slowness(trial, series);
        }

        boolean known() {
            return foreign.size() >= series.length;
        }

        /** Whether others used the machine in a second. */
        boolean applies(int second) {
            return known() && foreign.get(second) > FOREIGN;
        }

        /** How many seconds it applies to. */
        long count() {
            long count = 0;
            for (int second = 0; second < series.length; second++) {
                count += applies(second) ? 1 : 0;
            }
            return count;
        }

        /** The largest share of the machine that others used. */
        double largestShare() {
            return foreign.stream().mapToDouble(share -> share).max().orElse(0);
        }

        /** Responses that each second had at most without the others; infinite where nothing can be told. */
        double[] most() {
            double[] most = series.clone();
            for (int second = 0; second < most.length; second++) {
                if (applies(second)) {
                    double lost = waited.size() < series.length ? 1 : AFTER_EFFECT * waited.get(second) + UNSEEN;
                    most[second] =
                            lost > ALL ? Double.POSITIVE_INFINITY : series[second] * slowness[second] / (1 - lost);
                }
            }
            return most;
        }

        /** By second, the factor of the CPU time of backend and injector for a response over that of their best second. */
        private static double[] slowness(Trial trial, double[] series) {
            double[] costs = costs(trial.use().processes().backend(), series);
            double[] others = costs(trial.use().processes().injector(), series);
            if (costs.length == 0 || others.length == 0) {
                double[] unknown = new double[series.length];
                Arrays.fill(unknown, SLOWEST_CPU);
                return unknown;
            }
            for (int second = 0; second < costs.length; second++) {
                costs[second] += others[second];
            }
            double least = Arrays.stream(costs).filter(Double::isFinite).min().orElse(Double.NaN);
            return Arrays.stream(costs)
                    .map(cost -> Double.isFinite(cost) && least > 0 ? Math.min(SLOWEST_CPU, cost / least) : SLOWEST_CPU)
                    .toArray();
        }

        /**
         * CPU-µs of a process for each response, by second; infinite for a second without a response, not a number for
         * one that was not sampled to its end; empty when the process tells nothing.
         */
        static double[] costs(ProcessUse process, double[] series) {
            if (process == null
                    || process.samples().size() < 2
                    || process.samples().stream().anyMatch(sample -> sample.cpuMicros() == null)) {
                return new double[0];
            }
            List<ProcessUse.Sample> samples = process.samples();
            double[] costs = new double[series.length];
            Arrays.fill(costs, Double.NaN);
            for (int i = 1; i < samples.size(); i++) {
                ProcessUse.Sample from = samples.get(i - 1);
                int second = from.second();
                if (samples.get(i).second() == second + 1 && second < costs.length) {
                    double spent = samples.get(i).cpuMicros() - from.cpuMicros();
                    costs[second] = series[second] > 0 ? spent / series[second] : Double.POSITIVE_INFINITY;
                }
            }
            return costs;
        }
    }

    /**
     * Whether a mediator takes more and more CPU time for a message within a trial, even when no response is missing: with
     * clients that send at a fixed rate, or pause, the cost can rise tenfold without a lost response. A slow machine cannot
     * cause that: it slows backend and injector too, so their CPU time is the reference.
     */
    private static final class CostDrift {
        /** The later half must cost this many times as much as the first: compilers and collectors come and go. */
        private static final double NOTABLE = 1.5;

        private static final double SIGNIFICANCE = 0.01;
        private static final int FEWEST_SECONDS = 5;

        private CostDrift() {}

        /** One sentence, when it does. */
        static Optional<String> of(Trial trial, double[] series) {
            double[] own = Interference.costs(trial.use().processes().mediator(), series);
            double[] backend = Interference.costs(trial.use().processes().backend(), series);
            double[] injector = Interference.costs(trial.use().processes().injector(), series);
            int[] seconds = IntStream.range(0, Math.min(own.length, Math.min(backend.length, injector.length)))
                    .filter(i -> Double.isFinite(own[i]) && backend[i] + injector[i] > 0)
                    .filter(i -> Double.isFinite(backend[i] + injector[i]))
                    .toArray();
            if (seconds.length < FEWEST_SECONDS) {
                return Optional.empty();
            }
            double[] costs = Arrays.stream(seconds).mapToDouble(i -> own[i]).toArray();
            double[] relative = Arrays.stream(seconds)
                    .mapToDouble(i -> own[i] / (backend[i] + injector[i]))
                    .toArray();
            MannKendall trend = MannKendall.of(relative);
            boolean rises = trend.score() > 0 && trend.pValue() < SIGNIFICANCE;
            return rises && growth(costs) > NOTABLE && growth(relative) > NOTABLE
                    ? Optional.of(String.format(
                            Locale.ROOT,
                            "drifted by %+.0f %% in CPU time per message from the first half to the second"
                                    + " (Mann-Kendall, p = %.2g), where backend and injector did not",
                            100 * (growth(costs) - 1),
                            trend.pValue()))
                    : Optional.empty();
        }

        /** The second half's median by the first half's. */
        private static double growth(double[] costs) {
            int half = costs.length / 2;
            double first = Median.of(Arrays.copyOf(costs, half));
            return first > 0 ? Median.of(Arrays.copyOfRange(costs, costs.length - half, costs.length)) / first : 1;
        }
    }
}
