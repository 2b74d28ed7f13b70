package org.busbench.harness.suite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.LoadShape.Duets;
import org.busbench.harness.text.Problem;
import org.busbench.record.Keyed;
import org.busbench.record.Publication;

/**
 * What to measure, and for how long.
 *
 * @param file where it was read from
 * @param name the file's name without its ending
 * @param payloads names of the message sizes; each scenario is measured in those that it has
 * @param parts of all combinations of scenario, size and clients those that are measured; empty for all
 * @param repeats how often
 * @param phases for how long
 * @param errorBound share of errors above which a cell is not served, 0 to 1
 * @param pinning whether the parties are kept to CPUs of their own
 * @param overrides options of the command line that stand in place of keys of the file, as they were typed
 * @param publication the published test that it repeats; empty for none
 * @param truth what its runs must find, where all of these adapters are in it; empty where that is not known
 */
public record Suite(
        Path file,
        String name,
        String about,
        List<String> adapters,
        List<Scenario> scenarios,
        List<String> payloads,
        List<Integer> concurrency,
        List<Part> parts,
        Repeats repeats,
        Phases phases,
        LoadShape load,
        long seed,
        double errorBound,
        Pinning pinning,
        List<String> jvmOptions,
        List<String> overrides,
        Optional<Publication> publication,
        Optional<Truth> truth) {

    public Suite {
        adapters = List.copyOf(adapters);
        scenarios = List.copyOf(scenarios);
        payloads = List.copyOf(payloads);
        concurrency = List.copyOf(concurrency);
        parts = List.copyOf(parts);
        jvmOptions = List.copyOf(jvmOptions);
        overrides = List.copyOf(overrides);
        List<String> own = adapters;
        truth = truth.filter(known -> own.containsAll(known.ties()) && own.containsAll(known.slower()));
        requireSome(adapters, "adapters");
        requireSome(scenarios, "scenarios");
        requireSome(payloads, "payloads");
        requireSome(concurrency, "concurrency");
        if (!(errorBound >= 0 && errorBound <= 1)) {
            throw new IllegalArgumentException("error bound " + errorBound + " is not a share");
        }
    }

    public Suite withAdapters(List<String> others) {
        return with(others, load, seed);
    }

    /** The scenario of this name; an unknown name is a problem. */
    public Scenario scenario(String chosen) {
        return scenarios.stream()
                .filter(scenario -> scenario.name().equals(chosen))
                .findFirst()
                .orElseThrow(() ->
                        new Problem("suite " + name + " has no scenario '" + chosen + "', only " + scenarioNames()));
    }

    public List<String> scenarioNames() {
        return scenarios.stream().map(Scenario::name).toList();
    }

    /** Its scenarios in order, each with the sizes in which it is measured. */
    public Map<Scenario, List<String>> sizes() {
        Map<Scenario, List<String>> sizes = new LinkedHashMap<>();
        scenarios.forEach(scenario -> sizes.put(scenario, payloads(scenario)));
        return sizes;
    }

    /** The sizes in which a scenario is measured: those of the suite that it has. */
    public List<String> payloads(Scenario scenario) {
        return payloads.stream()
                .filter(scenario.sizes()::contains)
                .filter(payload ->
                        concurrency.stream().anyMatch(clients -> measures(scenario.name(), payload, clients)))
                .toList();
    }

    /** Whether a combination of its scenarios, sizes and numbers of clients is measured on an adapter. */
    public boolean measures(String adapter, String scenario, String payload, int clients) {
        return parts.isEmpty()
                || parts.stream()
                        .anyMatch(part -> part.holds(scenario, payload, clients)
                                && !part.without().contains(adapter));
    }

    /** Whether a combination of its scenarios, sizes and numbers of clients is measured on any adapter. */
    public boolean measures(String scenario, String payload, int clients) {
        return parts.isEmpty() || parts.stream().anyMatch(part -> part.holds(scenario, payload, clients));
    }

    /**
     * The start of a trial that does not count: that of the suite, or of a part that holds it where it is longer. It is the
     * same for all adapters of a comparison.
     */
    public Duration warmup(String scenario, String payload, int clients) {
        return parts.stream()
                .filter(part -> part.holds(scenario, payload, clients))
                .flatMap(part -> part.warmup().stream())
                .filter(longer -> longer.compareTo(phases.warmup()) > 0)
                .max(Comparator.naturalOrder())
                .orElse(phases.warmup());
    }

    /** How long the load of a trial lasts. */
    public Duration trial(String scenario, String payload, int clients) {
        return warmup(scenario, payload, clients).plus(phases.measure()).plus(phases.count());
    }

    public Suite withInjector(InjectorKind other) {
        return with(adapters, load.by(other), seed);
    }

    /** The suite as it is measured on this machine: the record says which it was. */
    public Suite on(boolean counters) {
        boolean needless = load.duets()
                .filter(duets -> duets.when() == Duets.When.WITHOUT_COUNTERS)
                .isPresent();
        return needless && counters ? with(adapters, load.withoutDuets(), seed) : this;
    }

    /**
     * Blocks beyond the least number come in groups of so many, and which comparisons a group holds is decided before its
     * first. With several forks a group is a whole one, so that no process meets less than another; where there are duets it
     * is two forks, in each of which another side starts first.
     */
    public int blocksTogether() {
        if (repeats.forks() == 1) {
            return 1;
        }
        return load.duets().isPresent() ? 2 * repeats.blocksOfFork() : repeats.blocksOfFork();
    }

    /** How long the load of a duet lasts. */
    public Duration duet() {
        return phases.warmup().plus(load.duets().orElseThrow().measure());
    }

    /** This suite in another random order. */
    public Suite withSeed(long other) {
        return with(adapters, load, other);
    }

    /** This suite under a closed load without probe, with which an injector is calibrated. */
    public Suite calibrating(InjectorKind injector) {
        return with(adapters, LoadShape.closed(injector), seed);
    }

    private Suite with(List<String> otherAdapters, LoadShape otherLoad, long otherSeed) {
        return new Suite(
                file,
                name,
                about,
                otherAdapters,
                scenarios,
                payloads,
                concurrency,
                parts,
                repeats,
                phases,
                otherLoad,
                otherSeed,
                errorBound,
                pinning,
                jvmOptions,
                overrides,
                publication,
                truth);
    }

    private static void requireSome(List<?> list, String what) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException("a suite without " + what);
        }
    }

    /**
     * Combinations that are measured: each of these scenarios, in each of these sizes that it has, with each of these numbers
     * of clients.
     *
     * @param without adapters of the suite that are not measured in them; one that stands in for them is
     * @param warmup of each of its trials, where it is longer than that of the suite
     */
    public record Part(
            List<String> scenarios,
            List<String> payloads,
            List<Integer> concurrency,
            List<String> without,
            Optional<Duration> warmup) {

        public Part(List<String> scenarios, List<String> payloads, List<Integer> concurrency) {
            this(scenarios, payloads, concurrency, List.of(), Optional.empty());
        }

        public Part {
            scenarios = List.copyOf(scenarios);
            payloads = List.copyOf(payloads);
            concurrency = List.copyOf(concurrency);
            without = List.copyOf(without);
        }

        boolean holds(String scenario, String payload, int clients) {
            return scenarios.contains(scenario) && payloads.contains(payload) && concurrency.contains(clients);
        }
    }

    /**
     * The truth about adapters beside the first one, by which the verdicts of runs are judged.
     *
     * @param runs how many are made, one after the other, each in an order and with processes of its own
     * @param ties adapters that do exactly what the first one does
     * @param slower adapters that do the same at a cost which a run must find
     */
    public record Truth(int runs, List<String> ties, List<String> slower) {

        public Truth {
            ties = List.copyOf(ties);
            slower = List.copyOf(slower);
        }
    }

    /**
     * The stretches of load.
     *
     * @param primer load on an adapter and scenario before its first trial, not recorded; may be zero
     * @param warmup start of each trial, excluded; may be zero
     * @param count a stretch behind it, in which the mediator's instructions are counted; zero when they are not
     */
    public record Phases(Duration primer, Duration warmup, Duration measure, Duration count) {

        public Phases {
            if (measure.isZero()
                    || measure.isNegative()
                    || primer.isNegative()
                    || warmup.isNegative()
                    || count.isNegative()) {
                throw new IllegalArgumentException("primer " + primer + ", warmup " + warmup + ", measure " + measure
                        + ", count " + count + ": not phases that can be run");
            }
        }

        /** How long the load of a trial lasts. */
        public Duration trial() {
            return warmup.plus(measure).plus(count);
        }
    }

    /** Whether the parties of a trial are kept to CPUs of their own. */
    public enum Pinning implements Keyed {
        /** Where there are CPUs enough for it. */
        AUTO,
        /** The operating system decides. */
        NONE
    }
}
