package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.busbench.record.RecordedRun;
import org.busbench.reports.statistics.MannKendall;

/**
 * What the windows of a run were too short to show, with the length that would show it. The lengths follow from the checks
 * themselves: {@link Growth} and {@link Steadiness} say nothing below them.
 */
public final class WindowLimits {

    /** Timers, caches and collectors often act every ten seconds. */
    private static final int USUAL_PERIOD_SECONDS = 10;
    /** A pause of a second covers two whole seconds of the series at most in part, so the window needs both. */
    private static final int SECONDS_AROUND_A_PAUSE = 2;

    private WindowLimits() {}

    /** One sentence; empty when the windows are long enough for every check, or their length is not known. */
    public static Optional<String> of(RecordedRun run) {
        return of(run.info().suite().phases().measureSeconds());
    }

    static Optional<String> of(double windowSeconds) {
        if (!(windowSeconds > 0)) {
            return Optional.empty();
        }
        List<String> unseen = new ArrayList<>();
        missed(windowSeconds, "growth of memory, threads or descriptors", Growth.FEWEST - 1, unseen);
        missed(windowSeconds, "a drift of goodput or CPU time", shortestTrend(), unseen);
        missed(windowSeconds, "a pause of one second", Steadiness.FEWEST_SECONDS, unseen);
        missed(
                windowSeconds,
                "every pause that comes each " + USUAL_PERIOD_SECONDS + " s",
                USUAL_PERIOD_SECONDS + SECONDS_AROUND_A_PAUSE,
                unseen);
        return unseen.isEmpty()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Windows of %s s are too short to show some faults within a window: %s.",
                        windowSeconds == Math.rint(windowSeconds)
                                ? String.format(Locale.ROOT, "%.0f", windowSeconds)
                                : Double.toString(windowSeconds),
                        String.join("; ", unseen)));
    }

    private static void missed(double windowSeconds, String fault, int needed, List<String> unseen) {
        if (windowSeconds < needed) {
            unseen.add(fault + " (needs " + needed + " s)");
        }
    }

    /** The least number of values in which a trend can be beyond chance. */
    private static int shortestTrend() {
        return IntStream.iterate(3, length -> length + 1)
                .filter(length -> MannKendall.of(IntStream.range(0, length)
                                        .asDoubleStream()
                                        .toArray())
                                .pValue()
                        < Steadiness.SIGNIFICANCE)
                .findFirst()
                .orElseThrow();
    }
}
