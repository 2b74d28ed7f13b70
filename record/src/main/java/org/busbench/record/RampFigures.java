package org.busbench.record;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What came of a ramp. Times are of the ramp alone, without what was waited for afterwards, where nothing else is said.
 *
 * @param beginMillis when the schedule began, milliseconds since the epoch; see {@link RampSeries#beginMillis}
 * @param due requests of the schedule
 * @param started that the injector began, until its log ends
 * @param verified answered with their own nonce and payload, until its log ends
 * @param wrong answered with something else
 * @param failed not answered: a broken connection, a refusal, a timeout
 * @param served calls that the server answered, until its log ends
 * @param held highest rate that it kept up with, requests a second
 * @param peak most verified answers a second, over one second
 * @param deviation share of the requests due at the end of the ramp that had no verified answer by then
 * @param mostWaiting most requests that were due and not answered: active users
 * @param dips how often it fell behind by {@link RampSeries#BEHIND_SECONDS} and caught up
 * @param cpuMicros CPU time of the injector for each verified answer
 * @param serverCpuMicros CPU time of the server for each call that it answered
 * @param cores CPUs that the injector used in the last quarter of the ramp
 * @param serverCores CPUs that the server used then
 * @param otherCores CPUs that anything else used then; 0 where the system does not tell
 * @param mostThreads of the injector
 * @param gcMillis of the injector, in collections
 * @param longestGcMillis most milliseconds in collections between two rows of the log
 * @param callMicros from a call to its answer, on average, without the time before the call
 */
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
        return byName().getOrDefault(name, Double.NaN);
    }

    private Map<String, Double> byName() {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("held", held);
        values.put("peak", peak);
        values.put("deviation", deviation);
        values.put("waiting", (double) mostWaiting);
        values.put("dips", (double) dips);
        values.put("cpu", cpuMicros);
        values.put("threads", (double) mostThreads);
        values.put("gc", (double) gcMillis);
        values.put("longest-gc", (double) longestGcMillis);
        values.put("call", callMicros);
        values.put("errors", (double) (wrong + failed));
        return values;
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
