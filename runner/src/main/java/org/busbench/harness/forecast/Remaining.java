package org.busbench.harness.forecast;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.busbench.harness.forecast.Forecast.Timed;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.PlannedStep.Stage;
import org.busbench.harness.plan.StepKind;
import org.busbench.record.Step;

/**
 * What is left of a run's time, by what its steps took until now: those of a kind go on to be as much slower or faster than
 * they were thought to be. For one thread.
 */
public final class Remaining {

    /** Fewer steps of a kind tell nothing of those to come. */
    private static final int FEWEST = 3;
    /** Times seen in this run are missed by hardly more than this factor. */
    private static final double LOW = 0.85;

    private static final double HIGH = 1.2;

    private final Forecast forecast;
    private final List<Timed> due;
    private final Map<StepKind, Seen> seen = new EnumMap<>(StepKind.class);

    /** The expected and the real time of the steps of one kind. */
    private record Seen(int steps, double thoughtSeconds, double seconds) {
        static final Seen NONE = new Seen(0, 0, 0);

        Seen plus(Timed thought, Step was) {
            return new Seen(steps + 1, thoughtSeconds + thought.span().middleSeconds(), seconds + was.seconds());
        }

        boolean tells() {
            return steps >= FEWEST && thoughtSeconds > 0;
        }
    }

    /** All of it. */
    public Remaining(Forecast forecast) {
        this.forecast = forecast;
        due = new ArrayList<>(forecast.due());
    }

    /**
     * A step is over. One that was not forecast changes nothing. Trials come in their order, so a step that was forecast
     * before a trial and did not come will not come.
     */
    public void took(Step step) {
        for (int place = 0; place < due.size(); place++) {
            Timed timed = due.get(place);
            if (is(timed, step)) {
                if (step.asked() > 0) {
                    Seen before = seen.getOrDefault(timed.step().kind(), Seen.NONE);
                    seen.put(timed.step().kind(), before.plus(timed, step));
                }
                boolean inOrder = timed.step().kind() == StepKind.TRIAL;
                due.subList(inOrder ? 0 : place, place + 1).clear();
                return;
            }
        }
    }

    private static boolean is(Timed timed, Step step) {
        return timed.step().kind().label().equals(step.kind())
                && Objects.equals(timed.step().adapter(), step.adapter());
    }

    /**
     * A further block follows the blocks that are due.
     *
     * @param block not the first one
     */
    public void extend(Block block) {
        List<Timed> more = forecast.further(List.of(block));
        int place = 0;
        while (place < due.size() && due.get(place).step().stage() != Stage.BEHIND) {
            place++;
        }
        due.addAll(place, more);
    }

    /** Trials of the block that is just over come once more, before all else. */
    public void again(Block block) {
        due.addAll(0, forecast.further(List.of(block)));
    }

    /** The time of the remaining steps, as far as they are certain. */
    public TimeRange left() {
        return sum(due);
    }

    /**
     * How long further blocks would take, with the starts and primers of the mediators' new processes where they begin a
     * fork.
     *
     * @param blocks that follow each other, not the first one among them
     */
    public TimeRange further(List<Block> blocks) {
        return sum(forecast.further(blocks));
    }

    private TimeRange sum(List<Timed> steps) {
        TimeRange left = TimeRange.ZERO;
        for (Timed timed : steps) {
            Seen kind = seen.getOrDefault(timed.step().kind(), Seen.NONE);
            left = left.plus(kind.tells() ? corrected(timed.span(), kind) : timed.span());
        }
        return left;
    }

    private static TimeRange corrected(TimeRange span, Seen kind) {
        double seconds = span.middleSeconds() * kind.seconds() / kind.thoughtSeconds();
        return TimeRange.seconds(seconds * LOW, seconds * HIGH);
    }
}
