package org.busbench.reports.analysis;

import java.util.List;
import java.util.function.Function;

/**
 * Part of what a run says: some of its scenarios and message sizes.
 *
 * @param scenarios by name; empty for all
 * @param payloads by name; empty for all
 */
public record Selection(List<String> scenarios, List<String> payloads) {

    /** Makes the lists unchangeable. */
    public Selection {
        scenarios = List.copyOf(scenarios);
        payloads = List.copyOf(payloads);
    }

    /** Whether something belongs to it. */
    public boolean holds(String scenario, String payload) {
        return (scenarios.isEmpty() || scenarios.contains(scenario))
                && (payloads.isEmpty() || payloads.contains(payload));
    }

    /**
     * The part of an analysis. Nothing is computed anew: verdicts stay corrected for all comparisons of the run.
     *
     * @return the same without what does not belong to the selection; its run is whole
     * @throws IllegalArgumentException when it names a scenario or size that the run's suite has not
     */
    public Analysis of(Analysis all) {
        known("scenario", scenarios, all.run().info().suite().scenarios());
        known("payload", payloads, all.run().info().suite().payloads());
        return new Analysis(
                all.run(),
                some(
                        all.cells(),
                        cell -> cell.comparison().scenario(),
                        cell -> cell.comparison().payload()),
                some(all.standings(), Standing::scenario, Standing::payload),
                all.baseline(),
                some(
                        all.contrasts(),
                        contrast -> contrast.comparison().scenario(),
                        contrast -> contrast.comparison().payload()),
                some(all.scalings(), Scaling::scenario, Scaling::payload),
                some(all.fixedRate(), AtFixedRate::scenario, AtFixedRate::payload),
                some(all.frontiers(), Frontier::scenario, Frontier::payload),
                all.injectors());
    }

    private <T> List<T> some(List<T> all, Function<T, String> scenario, Function<T, String> payload) {
        return all.stream()
                .filter(one -> holds(scenario.apply(one), payload.apply(one)))
                .toList();
    }

    private static void known(String what, List<String> wanted, List<String> known) {
        for (String name : wanted) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "the run has no " + what + " '" + name + "': it has " + String.join(", ", known));
            }
        }
    }
}
