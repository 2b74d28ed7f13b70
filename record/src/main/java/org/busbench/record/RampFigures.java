package org.busbench.record;

import java.util.List;
import java.util.Set;

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

    /** Figures that a claim may be about. */
    public static final Set<String> NAMES = Set.of(
            "held", "peak", "deviation", "waiting", "dips", "cpu", "threads", "gc", "longest-gc", "call", "errors");

    /** The figure with this name, about which a claim may be; not a number for an unknown name. */
    public double of(String name) {
        return switch (name) {
            case "held" -> held;
            case "peak" -> peak;
            case "deviation" -> deviation;
            case "waiting" -> mostWaiting;
            case "dips" -> dips;
            case "cpu" -> cpuMicros;
            case "threads" -> mostThreads;
            case "gc" -> gcMillis;
            case "longest-gc" -> longestGcMillis;
            case "call" -> callMicros;
            case "errors" -> wrong + failed;
            default -> Double.NaN;
        };
    }

    /** The unit of such a figure, for people. */
    public static String unit(String name) {
        return switch (name) {
            case "held", "peak" -> "requests/s";
            case "deviation" -> "of the requests";
            case "waiting", "errors" -> "requests";
            case "cpu" -> "µs a request";
            case "gc", "longest-gc" -> "ms";
            case "call" -> "µs";
            default -> List.of("dips", "threads").contains(name) ? "" : "?";
        };
    }
}
