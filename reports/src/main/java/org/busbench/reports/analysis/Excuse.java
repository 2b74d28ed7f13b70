package org.busbench.reports.analysis;

import java.util.Arrays;
import java.util.List;
import org.busbench.reports.run.Machine;
import org.busbench.reports.run.ProcessUse;
import org.busbench.reports.run.Trial;

/**
 * What the machine can have taken from each second of a trial. Others reach the parties of a trial in two ways alone: its
 * threads stand ready to run and get no CPU, which the scheduler counts, or the CPU does less in the same time, which
 * backend and injector show by their own CPU time per message. While one thread waits, what flows through all of them
 * flows at worst not at all: so a second in which threads waited for a share w of it, all together, had at most
 * 1 / (1 - w) as many responses without that. What is missing beyond is nobody else's.
 */
final class Excuse {
    /** In a second in which others than the parties of the trial used more of the machine, anything may happen. */
    private static final double FOREIGN = 0.10;

    /** What starts again after a wait does not run at once. */
    private static final double AFTER_EFFECT = 1.5;

    private static final double UNSEEN = 0.02;
    /** Beyond this nothing is left to tell. */
    private static final double ALL = 0.9;
    /** By which a CPU can be slower because of others: they share its core, its cache and its memory. */
    private static final double SLOWEST_CPU = 3;

    private final double[] series;
    private final List<Double> foreign;
    private final List<Double> waited;
    private final double[] slowness;

    /** Of a trial with this many whole seconds. */
    Excuse(Trial trial, double[] series) {
        Machine machine = trial.machine();
        this.series = series.clone();
        this.foreign = machine == null ? List.of() : machine.foreignShares();
        this.waited = machine == null ? List.of() : machine.waitedSeconds();
        this.slowness = slowness(trial, series);
    }

    /** Whether it is known what others did. */
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

    /** Of the machine, by others, at most. */
    double largestShare() {
        return foreign.stream().mapToDouble(share -> share).max().orElse(0);
    }

    /** Responses that each second had at most without the others; infinite where nothing can be told. */
    double[] most() {
        double[] most = series.clone();
        for (int second = 0; second < most.length; second++) {
            if (applies(second)) {
                double lost = waited.size() < series.length ? 1 : AFTER_EFFECT * waited.get(second) + UNSEEN;
                most[second] = lost > ALL ? Double.POSITIVE_INFINITY : series[second] * slowness[second] / (1 - lost);
            }
        }
        return most;
    }

    /** By second, how many times as much CPU time backend and injector took for a response as in their best second. */
    private static double[] slowness(Trial trial, double[] series) {
        double[] costs = costs(trial.processes().backend(), series);
        double[] others = costs(trial.processes().injector(), series);
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
     * CPU time of a process for each response, by second.
     *
     * @return microseconds; infinite for a second without a response, not a number for one that was not sampled to its
     *     end; empty when the process tells nothing
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
            int second = (int) from.second();
            if (samples.get(i).second() == second + 1 && second < costs.length) {
                double spent = samples.get(i).cpuMicros() - from.cpuMicros();
                costs[second] = series[second] > 0 ? spent / series[second] : Double.POSITIVE_INFINITY;
            }
        }
        return costs;
    }
}
