package org.busbench.harness.suite;

import java.nio.file.Path;
import java.util.List;

/**
 * What to measure, and for how long.
 *
 * @param file where it was read from
 * @param name the file's name without its ending
 * @param about one line for people
 * @param adapters names of the systems under test
 * @param scenarios names of the jobs
 * @param payloads names of the message sizes
 * @param concurrency simultaneous clients, one level each; of an open model the connections that carry it
 * @param repeats how often
 * @param phases for how long
 * @param load how the load is made
 * @param seed of every random choice
 * @param errorBound share of errors above which a cell is not served, 0 to 1
 * @param pinning whether the parties are kept to CPUs of their own
 * @param jvmOptions that every JVM under test gets
 */
public record Suite(
        Path file,
        String name,
        String about,
        List<String> adapters,
        List<String> scenarios,
        List<String> payloads,
        List<Integer> concurrency,
        Repeats repeats,
        Phases phases,
        LoadShape load,
        long seed,
        double errorBound,
        Pinning pinning,
        List<String> jvmOptions) {

    /** The message sizes that exist. */
    public static final List<String> PAYLOADS = List.of("500", "1K", "5K", "10K", "100K");

    /** Makes the lists unchangeable. */
    public Suite {
        adapters = List.copyOf(adapters);
        scenarios = List.copyOf(scenarios);
        payloads = List.copyOf(payloads);
        concurrency = List.copyOf(concurrency);
        jvmOptions = List.copyOf(jvmOptions);
        requireSome(adapters, "adapters");
        requireSome(scenarios, "scenarios");
        requireSome(payloads, "payloads");
        requireSome(concurrency, "concurrency");
        if (!(errorBound >= 0 && errorBound <= 1)) {
            throw new IllegalArgumentException("error bound " + errorBound + " is not a share");
        }
    }

    /**
     * The same suite on other adapters.
     *
     * @param others names
     * @return the suite
     */
    public Suite withAdapters(List<String> others) {
        return with(others, scenarios, load);
    }

    /**
     * The same suite with other jobs.
     *
     * @param others names
     * @return the suite
     */
    public Suite withScenarios(List<String> others) {
        return with(adapters, others, load);
    }

    /**
     * The same suite under load from another injector.
     *
     * @param other what makes the load
     * @return the suite
     */
    public Suite withInjector(InjectorKind other) {
        return with(adapters, scenarios, load.by(other));
    }

    private Suite with(List<String> otherAdapters, List<String> otherScenarios, LoadShape otherLoad) {
        return new Suite(
                file,
                name,
                about,
                otherAdapters,
                otherScenarios,
                payloads,
                concurrency,
                repeats,
                phases,
                otherLoad,
                seed,
                errorBound,
                pinning,
                jvmOptions);
    }

    private static void requireSome(List<?> list, String what) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException("a suite without " + what);
        }
    }
}
