package org.busbench.reports.check;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.busbench.record.Load;
import org.busbench.record.Outcome;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Suite.FixedRate;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.Frontier;

/**
 * What a run did behind its blocks: that the fixed rates follow from the blocks, that trials of each purpose stand where
 * they belong, and that the frontiers and the CPU times of the report follow from the trials, computed again here.
 */
record RateFigures(RecordedRun run, Problems problems) {

    private static final double SHARE = 1e-6;
    /** A rate is rounded down to a whole number. */
    private static final double STEP = 1;

    private static final String REPORT = "the report";

    void check(List<Frontier> frontiers, List<FixedRateCost> fixed) {
        order();
        fixedRates();
        Set<List<Object>> shown = new HashSet<>();
        for (Frontier frontier : frontiers) {
            shown.add(List.of(
                    frontier.scenario(), frontier.payload(), frontier.adapter().name(), frontier.boundMillis()));
            frontier(frontier);
        }
        for (Trial trial : run.trials()) {
            if (trial.purpose() == Purpose.FRONTIER) {
                for (double bound : run.info().suite().extraLoads().frontierMillis()) {
                    if (shown.add(List.of(trial.scenario(), trial.payload(), trial.adapter(), bound))) {
                        at(trial, "is of a search that %s does not show", REPORT);
                    }
                }
            }
        }
        fixed.forEach(this::cpu);
    }

    /** Blocks, then the fixed rate, then the searches: later ones follow from earlier ones. */
    private void order() {
        int last = 0;
        for (Trial trial : run.trials()) {
            int stage = stage(trial.purpose());
            if (stage < last) {
                at(trial, "stands behind trials that followed from it");
            }
            last = stage;
            boolean open = trial.load().model() == Load.Model.OPEN;
            if (trial.proof().totals() != null
                    && trial.proof().totals().unsent() != null
                    && trial.proof().totals().unsent() > 0
                    && !open) {
                at(
                        trial,
                        "has %d requests that were never sent, though its clients wait",
                        trial.proof().totals().unsent());
            }
        }
    }

    private static int stage(Purpose purpose) {
        return switch (purpose) {
            case COMPARISON, DUET -> 0;
            case FIXED_RATE -> 1;
            case FRONTIER -> 2;
        };
    }

    private void fixedRates() {
        FixedRate asked = run.info().suite().extraLoads().fixedRate();
        Map<String, Double> seen = new HashMap<>();
        for (Trial trial : run.trials()) {
            if (trial.purpose() != Purpose.FIXED_RATE || asked == null) {
                continue;
            }
            double rate = trial.load().ratePerSecond();
            Double first = seen.putIfAbsent(job(trial), rate);
            double expected;
            if (first != null) {
                expected = first;
            } else {
                expected = asked.ratePerSecond() != null
                        ? asked.ratePerSecond()
                        : Math.max(1, Math.floor(slowest(trial) * asked.shareOfSlowest()));
            }
            problems.compare();
            if (!(Math.abs(rate - expected) <= STEP)) {
                at(trial, "'load.ratePerSecond' is %s, but the blocks say %s", rate, expected);
            }
        }
    }

    /** The lowest, over adapters, of the highest, over levels, of the median over blocks. */
    private double slowest(Trial like) {
        Map<String, Map<String, TreeMap<Integer, Double>>> goodputs = new HashMap<>();
        for (Trial trial : run.trials()) {
            if (trial.purpose() == Purpose.COMPARISON
                    && trial.measured()
                    && job(trial).equals(job(like))) {
                goodputs.computeIfAbsent(trial.adapter(), key -> new HashMap<>())
                        .computeIfAbsent(trial.concurrency() + "@" + trial.load(), key -> new TreeMap<>())
                        .put(
                                trial.number(),
                                trial.result().verified() / trial.conditions().measuredSeconds());
            }
        }
        double slowest = Double.POSITIVE_INFINITY;
        for (Map<String, TreeMap<Integer, Double>> levels : goodputs.values()) {
            double highest = 0;
            for (TreeMap<Integer, Double> blocks : levels.values()) {
                highest = Math.max(
                        highest,
                        median(blocks.values().stream().mapToDouble(x -> x).toArray()));
            }
            slowest = Math.min(slowest, highest);
        }
        return slowest;
    }

    private void frontier(Frontier shown) {
        Map<Double, Integer> balance = new TreeMap<>();
        for (Trial trial : run.trials()) {
            boolean tried = trial.purpose() == Purpose.FRONTIER
                    && trial.adapter().equals(shown.adapter().name())
                    && trial.scenario().equals(shown.scenario())
                    && trial.payload().equals(shown.payload())
                    && trial.window() != null
                    && trial.outcome() != Outcome.FAILED;
            if (tried) {
                balance.merge(trial.load().ratePerSecond(), held(trial, shown.boundMillis()) ? 1 : -1, Integer::sum);
            }
        }
        TreeSet<Double> missed = new TreeSet<>();
        balance.forEach((rate, sum) -> {
            if (sum <= 0) {
                missed.add(rate);
            }
        });
        double ceiling = missed.isEmpty() ? Double.POSITIVE_INFINITY : missed.first();
        Double highest = null;
        for (double rate : balance.keySet()) {
            highest = rate < ceiling ? Double.valueOf(rate) : highest;
        }
        same(shown, "highest rate", shown.ratePerSecond().orElse(null), highest);
        same(
                shown,
                "lowest rate that was not held",
                shown.missedPerSecond().orElse(null),
                missed.isEmpty() ? null : ceiling);
    }

    private static boolean held(Trial trial, double boundMillis) {
        long failed = trial.result().errors().total();
        double due = trial.load().ratePerSecond() * trial.conditions().measuredSeconds();
        return trial.measured()
                && failed == 0
                && trial.result().verified() >= due * 0.99
                && trial.result().latencyMicros().p99() / 1000 <= boundMillis;
    }

    private void same(Frontier shown, String figure, Double reported, Double follows) {
        problems.compare();
        if (!Objects.equals(reported, follows)) {
            problems.at(
                    Chain.FILE,
                    "the %s of %s (%s, %s, p99 within %s ms) is %s in %s, but the trials say %s",
                    figure,
                    shown.adapter().name(),
                    shown.scenario(),
                    shown.payload(),
                    shown.boundMillis(),
                    reported,
                    REPORT,
                    follows);
        }
    }

    private void cpu(FixedRateCost shown) {
        double[] own = run.trials().stream()
                .filter(trial -> trial.purpose() == Purpose.FIXED_RATE
                        && trial.measured()
                        && trial.adapter().equals(shown.adapter().name())
                        && trial.scenario().equals(shown.scenario())
                        && trial.payload().equals(shown.payload())
                        && trial.use().processes().mediator() != null)
                .mapToDouble(
                        trial -> (double) trial.use().processes().mediator().cpuMicros()
                                / trial.result().verified())
                .toArray();
        Double reported = shown.figures()
                .map(figures -> figures.cpuMicrosPerMessage().mediator())
                .orElse(null);
        problems.compare();
        boolean both = own.length > 0 && reported != null;
        if (both ? Math.abs(median(own) - reported) > SHARE * reported : own.length > 0 || reported != null) {
            problems.at(
                    Chain.FILE,
                    "the CPU time of %s at a fixed rate (%s, %s) is %s in %s, but the trials say %s",
                    shown.adapter().name(),
                    shown.scenario(),
                    shown.payload(),
                    reported,
                    REPORT,
                    own.length == 0 ? null : median(own));
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static String job(Trial trial) {
        return trial.scenario() + " " + trial.payload();
    }

    private void at(Trial trial, String problem, Object... values) {
        problems.line(Chain.FILE, run.trials().indexOf(trial) + 1).says(problem, values);
    }
}
