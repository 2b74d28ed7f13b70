package org.busbench.harness.suite;

import java.nio.file.Path;
import java.time.Duration;
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
 * @param concurrency simultaneous clients, one level each
 * @param blocks randomised passes over all cells
 * @param primer load on an adapter and scenario before its first trial, not recorded; may be zero
 * @param warmup start of each trial, excluded; may be zero
 * @param measure the measured stretch of each trial
 * @param seed of every random choice
 * @param errorBound share of errors above which a cell is not served, 0 to 1
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
        int blocks,
        Duration primer,
        Duration warmup,
        Duration measure,
        long seed,
        double errorBound,
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
        if (blocks < 1 || measure.isZero() || measure.isNegative() || primer.isNegative() || warmup.isNegative()) {
            throw new IllegalArgumentException("blocks " + blocks + ", primer " + primer + ", warmup " + warmup
                    + ", measure " + measure + ": not a suite that can be run");
        }
        if (!(errorBound >= 0 && errorBound <= 1)) {
            throw new IllegalArgumentException("error bound " + errorBound + " is not a share");
        }
    }

    /** The same suite on other adapters. */
    public Suite withAdapters(List<String> others) {
        return new Suite(
                file,
                name,
                about,
                others,
                scenarios,
                payloads,
                concurrency,
                blocks,
                primer,
                warmup,
                measure,
                seed,
                errorBound,
                jvmOptions);
    }

    private static void requireSome(List<?> list, String what) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException("a suite without " + what);
        }
    }
}
