package org.busbench.reports.run;

import java.util.List;

/**
 * What the suite file asked for.
 *
 * @param name its name
 * @param about one line; null when it says nothing
 * @param file path of the file
 * @param sha256 of the file
 * @param scenarios in order
 * @param payloads in order
 * @param concurrency in order
 * @param blocks how often each cell is measured
 * @param warmupSeconds excluded start of each trial
 * @param measureSeconds intended length of the window
 * @param seed of the order of trials
 * @param errorBound highest share of errors with which a cell has a figure
 * @param injector what made the load
 */
public record Suite(
        String name,
        String about,
        String file,
        String sha256,
        List<String> scenarios,
        List<String> payloads,
        List<Integer> concurrency,
        int blocks,
        double warmupSeconds,
        double measureSeconds,
        long seed,
        double errorBound,
        String injector) {

    /** Refuses a suite that asks for nothing. */
    public Suite {
        Required.text(name, "suite.name");
        scenarios = List.copyOf(Required.notEmpty(scenarios, "suite.scenarios"));
        payloads = List.copyOf(Required.notEmpty(payloads, "suite.payloads"));
        concurrency = List.copyOf(Required.notEmpty(concurrency, "suite.concurrency"));
        Required.positive(blocks, "suite.blocks");
        Required.notNegative(warmupSeconds, "suite.warmupSeconds");
        Required.notNegative(measureSeconds, "suite.measureSeconds");
        Required.notNegative(errorBound, "suite.errorBound");
    }
}
