package org.busbench.harness.forecast;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.busbench.harness.forecast.Due.Stage;
import org.busbench.harness.forecast.Forecast.Timed;
import org.busbench.harness.record.StepKind;
import org.busbench.harness.record.StepRecord;

/**
 * What is left of a run's time, by what its steps took until now: those of a kind go on to be as much slower or faster than
 * they were thought to be. For one thread.
 */
public final class Remaining {

    /** Fewer steps of a kind tell nothing of those to come. */
    private static final int FEWEST = 3;
    /** What is seen in this run is missed by hardly more than this. */
    private static final double LOW = 0.85;

    private static final double HIGH = 1.2;

    private final List<Timed> known;
    private final List<Timed> due;
    private final Map<StepKind, Seen> seen = new EnumMap<>(StepKind.class);

    /** What steps of one kind were thought to take, and took. */
    private record Seen(int steps, double thoughtSeconds, double seconds) {
        static final Seen NONE = new Seen(0, 0, 0);

        Seen plus(Timed thought, StepRecord was) {
            return new Seen(steps + 1, thoughtSeconds + thought.span().middleSeconds(), seconds + was.seconds());
        }

        boolean tells() {
            return steps >= FEWEST && thoughtSeconds > 0;
        }
    }

    /**
     * All of it.
     *
     * @param forecast of the run
     */
    public Remaining(Forecast forecast) {
        known = forecast.due();
        due = new ArrayList<>(known);
    }

    /**
     * A step is over. One that nobody expected changes nothing; trials come in their order, so what was expected before one
     * and did not come will not come.
     *
     * @param step what it was
     */
    public void took(StepRecord step) {
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

    private static boolean is(Timed timed, StepRecord step) {
        return timed.step().kind().label().equals(step.step())
                && Objects.equals(timed.step().adapter(), step.adapter());
    }

    /**
     * More trials follow in blocks, each about as long as the same adapter's others.
     *
     * @param adapters whose trials, in their order
     */
    public void extend(List<String> adapters) {
        List<Timed> more = new ArrayList<>();
        for (String adapter : adapters) {
            known.stream()
                    .filter(timed -> timed.step().kind() == StepKind.TRIAL
                            && timed.step().adapter().equals(adapter))
                    .findFirst()
                    .ifPresent(more::add);
        }
        int place = 0;
        while (place < due.size() && due.get(place).step().stage() != Stage.BEHIND) {
            place++;
        }
        due.addAll(place, more);
    }

    /**
     * What is left, of what is due in any case.
     *
     * @return the guess
     */
    public Span left() {
        Span left = Span.ZERO;
        for (Timed timed : due) {
            Seen kind = seen.getOrDefault(timed.step().kind(), Seen.NONE);
            left = left.plus(kind.tells() ? corrected(timed.span(), kind) : timed.span());
        }
        return left;
    }

    private static Span corrected(Span span, Seen kind) {
        double seconds = span.middleSeconds() * kind.seconds() / kind.thoughtSeconds();
        return Span.seconds(seconds * LOW, seconds * HIGH);
    }
}
