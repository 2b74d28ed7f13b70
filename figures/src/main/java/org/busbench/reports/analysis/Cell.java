package org.busbench.reports.analysis;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.busbench.record.Adapter;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Role;
import org.busbench.record.Trial;

/**
 * One adapter in one comparison, over all blocks.
 *
 * @param comparison with whom it may be compared
 * @param reason why there are no figures, or why some trials have none; empty when all have
 * @param trials in the order of blocks
 * @param figures present only when measured
 * @param shareOfDirect goodput as a share of what {@code direct} reached in the same block, the median over the blocks;
 *     empty when there is no such block, and for direct
 * @param cpuTimesFloor the mediator's CPU time per message as a multiple of that of {@code relay} in the same block, the
 *     median over the blocks; empty where either is not known, and for the relay
 * @param findings what a reader must know to judge the figures
 * @param best whether no mediator of the comparison has more goodput; false for a control
 */
public record Cell(
        Adapter adapter,
        Comparison comparison,
        Status outcome,
        String reason,
        List<Trial> trials,
        Optional<Figures> figures,
        Optional<Double> shareOfDirect,
        Optional<Double> cpuTimesFloor,
        Findings findings,
        boolean best) {

    /** The control with nothing in between: what the rig can do. */
    public static final String CEILING = "direct";

    /** The share of the ceiling from which a cell is rig-limited. */
    public static final double RIG_LIMITED_SHARE = 0.9;

    /**
     * Whether the rig, rather than the adapter, may have set the figure: goodput within 10 % of the ceiling; false also
     * when the ceiling is unknown.
     */
    public boolean rigLimited() {
        return shareOfDirect.filter(share -> share >= RIG_LIMITED_SHARE).isPresent();
    }

    public boolean control() {
        return adapter.role() == Role.CONTROL;
    }

    /** How many trials have figures. */
    public long measuredTrials() {
        return trials.stream().filter(Trial::measured).count();
    }

    public ErrorCounts errors() {
        return trials.stream().map(trial -> trial.result().errors()).reduce(ErrorCounts.NONE, ErrorCounts::plus);
    }

    public long verified() {
        return trials.stream().mapToLong(trial -> trial.result().verified()).sum();
    }

    public double goodputPerSecond() {
        return figures.orElseThrow(() -> new IllegalStateException(adapter.name() + " has no goodput in " + comparison))
                .goodputPerSecond();
    }

    /**
     * Why the mediator's cost is not known, though it served; the first trial's reason, as a sentence without a full
     * stop; empty when it was measured, or there is no mediator.
     */
    public Optional<String> costNotMeasured() {
        return trials.stream()
                .map(trial -> trial.use().processes().notMeasured())
                .filter(Objects::nonNull)
                .findFirst();
    }

    Cell asBest(boolean isBest) {
        return new Cell(
                adapter,
                comparison,
                outcome,
                reason,
                trials,
                figures,
                shareOfDirect,
                cpuTimesFloor,
                findings,
                isBest && !control());
    }

    /** The state of a cell. */
    public enum Status {
        /** At least one trial has figures. */
        MEASURED,
        /** The adapter does not do this job, or not without errors. */
        NOT_SERVED,
        /** Every trial broke off. */
        FAILED,
        /** The run ended before it came to this cell. */
        NOT_REACHED
    }
}
