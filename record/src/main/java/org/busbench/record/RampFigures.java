package org.busbench.record;

import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** What came of a ramp. Times are of the ramp alone, without what was waited for afterwards, where nothing else is said. */
public record RampFigures(
        long beginMillis,
        long due,
        long started,
        long verified,
        long wrong,
        long failed,
        long served,
        double held,
        double peak,
        double deviation,
        long mostWaiting,
        int dips,
        double cpuMicros,
        double serverCpuMicros,
        double cores,
        double serverCores,
        double otherCores,
        int mostThreads,
        long gcMillis,
        long longestGcMillis,
        double callMicros) {

    /** A figure that a claim may be about, and its unit for people. */
    private record Claimed(ToDoubleFunction<RampFigures> figure, String unit) {}

    private static final Map<String, Claimed> CLAIMED = Map.ofEntries(
            Map.entry("held", new Claimed(RampFigures::held, "requests/s")),
            Map.entry("peak", new Claimed(RampFigures::peak, "requests/s")),
            Map.entry("deviation", new Claimed(RampFigures::deviation, "of the requests")),
            Map.entry("waiting", new Claimed(RampFigures::mostWaiting, "requests")),
            Map.entry("errors", new Claimed(figures -> figures.wrong + figures.failed, "requests")),
            Map.entry("dips", new Claimed(RampFigures::dips, "")),
            Map.entry("cpu", new Claimed(RampFigures::cpuMicros, "µs a request")),
            Map.entry("threads", new Claimed(RampFigures::mostThreads, "")),
            Map.entry("gc", new Claimed(RampFigures::gcMillis, "ms")),
            Map.entry("longest-gc", new Claimed(RampFigures::longestGcMillis, "ms")),
            Map.entry("call", new Claimed(RampFigures::callMicros, "µs")));

    /** The names by which claims call figures. */
    public static final Set<String> NAMES = CLAIMED.keySet();

    /** The figure with one of these {@link #NAMES}. */
    public double of(String name) {
        return CLAIMED.get(name).figure.applyAsDouble(this);
    }

    /** The unit of such a figure, for people. */
    public static String unit(String name) {
        return CLAIMED.get(name).unit;
    }
}
