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
 * @param concurrency in order; empty when only rates are given
 * @param blocks how often each cell is measured at least
 * @param maxBlocks how often at most, where a verdict is open; null when never more than {@code blocks}
 * @param forks groups of {@code blocks}, each of which met processes of its own; null when not recorded
 * @param budgetSeconds what all blocks may take; null when there is no limit
 * @param warmupSeconds excluded start of each trial
 * @param measureSeconds intended length of the window
 * @param seed of the order of trials
 * @param errorBound highest share of errors with which a cell has a figure
 * @param injector what made the load
 * @param pin {@code auto} or {@code none}; null when not recorded
 * @param probeRatePerSecond of the latency probe; null when there is none
 * @param baseline the adapter against which the others are judged; null for the first mediator
 * @param rates requests per second of the open model, in order; empty for none
 * @param frontierMillis bounds of the 99th percentile under which the highest rate is sought; empty for none
 * @param fixedRate the rate at which CPU time is measured once more; null for none
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
        Integer maxBlocks,
        Integer forks,
        Double budgetSeconds,
        double warmupSeconds,
        double measureSeconds,
        long seed,
        double errorBound,
        String injector,
        String pin,
        Double probeRatePerSecond,
        String baseline,
        List<Double> rates,
        List<Double> frontierMillis,
        FixedRate fixedRate) {

    /** Refuses a suite that asks for nothing. */
    public Suite {
        Required.text(name, "suite.name");
        scenarios = List.copyOf(Required.notEmpty(scenarios, "suite.scenarios"));
        payloads = List.copyOf(Required.notEmpty(payloads, "suite.payloads"));
        rates = rates == null ? List.of() : List.copyOf(rates);
        frontierMillis = frontierMillis == null ? List.of() : List.copyOf(frontierMillis);
        concurrency = concurrency == null ? List.of() : List.copyOf(concurrency);
        if (rates.isEmpty()) {
            Required.notEmpty(concurrency, "suite.concurrency");
        }
        Required.positive(blocks, "suite.blocks");
        Required.notNegative(warmupSeconds, "suite.warmupSeconds");
        Required.notNegative(measureSeconds, "suite.measureSeconds");
        Required.notNegative(errorBound, "suite.errorBound");
    }
}
