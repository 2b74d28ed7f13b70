package org.busbench.harness.forecast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.plan.PlannedStep;
import org.busbench.harness.plan.StepKind;
import org.busbench.record.Step;

/**
 * How long each kind of step takes: as long as this adapter's own took in earlier runs, else as those of all adapters did,
 * else as is declared here. What a step costs is what it takes beside its load for a trial, what it takes for each second or
 * scenario that was asked for where that decides, and its whole time otherwise, as that of a primer, which ends when the
 * mediator is warm.
 */
public final class StepCosts {

    /** The mean of what an adapter's own steps took is missed by hardly more than this, either way. */
    private static final double OWN_LOW = 0.8;

    private static final double OWN_HIGH = 1.25;
    /** Times of other adapters' steps say less. */
    private static final double OTHERS_LOW = 0.6;

    private static final double OTHERS_HIGH = 1.6;
    /** A scenario of an audit, its share of the start left out. */
    private static final TimeRange AUDITED_SCENARIO = TimeRange.seconds(0.4, 3);
    /** The time per second of primer: two halves at least, each with its own start and end; six times as much at most. */
    private static final TimeRange PRIMER = TimeRange.seconds(1.5, 6);
    /** The seconds that the parts of a primer take to start and to end: a tenth of a second each, twelve parts at most. */
    private static final double PRIMER_PARTS = 1.2;

    private final Map<String, List<Double>> costs = new HashMap<>();

    /**
     * What was learned from runs.
     *
     * @param earlier their steps; empty for what is declared alone
     */
    public StepCosts(List<Step> earlier) {
        for (Step step : earlier) {
            Optional<StepKind> kind = StepKind.of(step.kind());
            if (kind.isPresent() && step.asked() > 0) {
                double cost = cost(kind.get(), step);
                learn(key(kind.get(), null), cost);
                if (step.adapter() != null) {
                    learn(key(kind.get(), step.adapter()), cost);
                }
            }
        }
    }

    private void learn(String key, double cost) {
        costs.computeIfAbsent(key, unused -> new ArrayList<>()).add(cost);
    }

    /** Trials at a rate cost what others cost. */
    private static String key(StepKind kind, String adapter) {
        StepKind like = kind == StepKind.RATE_TRIAL ? StepKind.TRIAL : kind;
        return like.label() + (adapter == null ? "" : " " + adapter);
    }

    private static double cost(StepKind kind, Step step) {
        return switch (kind) {
            case TRIAL, RATE_TRIAL -> Math.max(0, step.seconds() - step.asked());
            case PRIMER -> step.seconds();
            default -> step.seconds() / step.asked();
        };
    }

    /**
     * How long a step will take.
     *
     * @param adapter whose it is; null for a step of the run itself
     */
    public TimeRange of(PlannedStep due, Adapter adapter) {
        if (due.asked() == 0) {
            return TimeRange.ZERO;
        }
        Optional<TimeRange> known = known(due.kind(), due.adapter());
        if (due.kind() == StepKind.PRIMER && known.isPresent()) {
            return primer(due.asked(), known.get());
        }
        TimeRange cost = known.orElseGet(() -> declared(due, adapter));
        return switch (due.kind()) {
            case TRIAL, RATE_TRIAL ->
                TimeRange.seconds(due.asked(), due.asked()).plus(cost);
            default -> cost.times(due.asked());
        };
    }

    /**
     * A primer ends when the mediator is warm, and not before the time that was asked for. How long that took tells of a shorter
     * or a longer one, too, within what the primer may come to at most.
     */
    private static TimeRange primer(double asked, TimeRange untilWarm) {
        TimeRange declared = PRIMER.times(asked);
        double most = seconds(declared.to()) + PRIMER_PARTS;
        double from = Math.max(asked, Math.min(seconds(untilWarm.from()), most));
        double to = Math.max(seconds(declared.from()), Math.min(seconds(untilWarm.to()), most));
        return TimeRange.seconds(from, to);
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    private Optional<TimeRange> known(StepKind kind, String adapter) {
        List<Double> own = costs.get(key(kind, adapter));
        if (own != null) {
            return Optional.of(around(own, OWN_LOW, OWN_HIGH));
        }
        // How long one program takes to start says nothing of another.
        boolean alike = kind != StepKind.START && kind != StepKind.AUDIT;
        List<Double> others = costs.get(key(kind, null));
        return alike && others != null ? Optional.of(around(others, OTHERS_LOW, OTHERS_HIGH)) : Optional.empty();
    }

    private static TimeRange around(List<Double> costs, double low, double high) {
        double mean = costs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return TimeRange.seconds(low * mean, high * mean);
    }

    /** The times of a step when nothing was learned here: from a run of 24 adapters on a machine of two cores. */
    private static TimeRange declared(PlannedStep due, Adapter adapter) {
        return switch (due.kind()) {
            case RIG -> TimeRange.seconds(3, 10);
            case START -> start(adapter);
            case AUDIT -> start(adapter).times(1 / due.asked()).plus(AUDITED_SCENARIO);
            case VERIFICATION -> TimeRange.seconds(0.3, 2);
            case CALIBRATION -> TimeRange.seconds(1.1, 2);
            case PRIMER -> PRIMER;
            case TRIAL, RATE_TRIAL -> TimeRange.seconds(0.2, 0.8);
        };
    }

    /** A native program is up at once, a JVM is not, and a container of its own distribution takes longest. */
    private static TimeRange start(Adapter adapter) {
        if (!(adapter.program() instanceof AdapterProgram.Java)) {
            return TimeRange.seconds(0.1, 1);
        }
        return adapter.archives().isEmpty() ? TimeRange.seconds(1, 8) : TimeRange.seconds(5, 30);
    }
}
