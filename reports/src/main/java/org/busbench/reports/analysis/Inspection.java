package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.busbench.reports.run.Latency;
import org.busbench.reports.run.Outcome;
import org.busbench.reports.run.RecordedRun;
import org.busbench.reports.run.Trial;
import org.busbench.reports.statistics.MedianInterval;
import org.busbench.reports.statistics.Outliers;

/** Looks at the trials of a cell for what a reader must know. One for a run; not safe for concurrent use. */
final class Inspection {

    /** Nearer to the median a block is no outlier, however quiet the others are. */
    private static final double OUTLIER_SHARE = 0.10;
    /** Growth within a trial counts for a cell when most of its trials show it. */
    private static final double MOST = 0.5;

    private static final Growth NO_HEAP = new Growth(0);

    private final long seed;
    private final int cpus;
    private final Map<String, Growth> growths = new HashMap<>();
    private final Map<String, List<String>> growthOfAdapters = new HashMap<>();

    Inspection(RecordedRun run) {
        run.info().adapters().forEach(adapter -> growths.put(adapter.name(), Growth.of(adapter)));
        this.seed = run.info().suite().seed();
        this.cpus =
                run.info().environment() == null ? 0 : run.info().environment().logicalCpus();
        run.trials().stream()
                .sorted(Comparator.comparingInt(Trial::number))
                .collect(Collectors.groupingBy(Trial::adapter))
                .forEach((adapter, trials) -> growthOfAdapters.put(adapter, acrossForks(growth(adapter), trials)));
    }

    /** What grows in most of the processes that made enough trials to tell. */
    private static List<String> acrossForks(Growth growth, List<Trial> trials) {
        Map<String, List<String>> sentences = new TreeMap<>();
        long told = 0;
        for (List<Trial> fork : trials.stream()
                .collect(Collectors.groupingBy(
                        trial -> trial.fork() == null ? 0 : trial.fork(), TreeMap::new, Collectors.toList()))
                .values()) {
            told += fork.size() >= Growth.FEWEST ? 1 : 0;
            for (String sentence : growth.across(fork)) {
                sentences
                        .computeIfAbsent(sentence.split(" grow", 2)[0], unused -> new ArrayList<>())
                        .add(sentence);
            }
        }
        double most = MOST * told;
        return sentences.values().stream()
                .filter(found -> found.size() > most)
                .map(found -> found.get(0))
                .toList();
    }

    private Growth growth(String adapter) {
        return growths.getOrDefault(adapter, NO_HEAP);
    }

    /** The trials of a cell, in the order of blocks, and those of {@code direct} in the same comparison. */
    Findings of(
            String adapter,
            List<Trial> trials,
            List<Trial> direct,
            Optional<Double> shareOfDirect,
            List<String> blockEffects) {
        List<Trial> measured = trials.stream()
                .filter(trial -> trial.outcome() == Outcome.MEASURED)
                .toList();
        double[] goodputs =
                measured.stream().mapToDouble(Trial::goodputPerSecond).toArray();
        double[] cpuTimes = measured.stream()
                .map(Measure.CPU::of)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        List<Flag> flags = new ArrayList<>();
        rigLimited(shareOfDirect, flags);
        unstable(measured, flags);
        leaks(adapter, measured, flags);
        outliers(measured, goodputs, flags);
        if (!blockEffects.isEmpty() && !measured.isEmpty()) {
            flags.add(new Flag(Flag.Kind.BLOCK_EFFECT, String.join("; ", blockEffects)));
        }
        honesty(trials, flags);
        return new Findings(
                MedianInterval.of(goodputs, seed),
                MedianInterval.of(cpuTimes, seed),
                Bottleneck.of(measured, cpus),
                adapter.equals(Cell.CEILING) ? Optional.empty() : AddedLatency.of(measured, direct, seed),
                probe(measured),
                Honesty.exact(trials),
                Honesty.compared(trials),
                Honesty.smallestVisible(trials),
                flags);
    }

    private static Optional<Figures.Percentiles> probe(List<Trial> measured) {
        List<Latency> probes = measured.stream()
                .filter(trial -> trial.probe() != null && trial.probe().latencyMicros() != null)
                .map(trial -> trial.probe().latencyMicros())
                .toList();
        return probes.isEmpty() || probes.size() < measured.size()
                ? Optional.empty()
                : Optional.of(Figures.Percentiles.of(probes));
    }

    private static void rigLimited(Optional<Double> shareOfDirect, List<Flag> flags) {
        shareOfDirect
                .filter(share -> share >= Cell.RIG_LIMITED_SHARE)
                .ifPresent(share -> flags.add(new Flag(
                        Flag.Kind.RIG_LIMITED,
                        String.format(
                                Locale.ROOT,
                                "%.0f %% of direct in the same blocks: the rig may have set this figure",
                                share * 100))));
    }

    private static void unstable(List<Trial> measured, List<Flag> flags) {
        List<String> own = new ArrayList<>();
        List<String> noise = new ArrayList<>();
        for (Trial trial : measured) {
            Steadiness.Judgement judgement = Steadiness.of(trial);
            judgement.own().forEach(reason -> own.add("trial " + trial.number() + " " + said(reason)));
            judgement.noise().forEach(reason -> noise.add("trial " + trial.number() + " " + said(reason)));
        }
        if (!own.isEmpty()) {
            flags.add(new Flag(Flag.Kind.UNSTABLE, String.join("; ", own)));
        }
        if (!noise.isEmpty()) {
            flags.add(new Flag(Flag.Kind.NOISY, String.join("; ", noise)));
        }
    }

    private static String said(String reason) {
        return reason.startsWith("the ") || reason.startsWith("half ") ? "(" + reason + ")" : reason;
    }

    private void leaks(String adapter, List<Trial> measured, List<Flag> flags) {
        Map<String, Long> kinds = new TreeMap<>();
        List<String> first = new ArrayList<>();
        for (Trial trial : measured) {
            for (String sentence : growth(adapter).within(trial)) {
                if (kinds.merge(sentence.split(" grow", 2)[0], 1L, Long::sum) == 1) {
                    first.add(sentence);
                }
            }
        }
        List<String> reasons = new ArrayList<>(first.stream()
                .filter(sentence -> kinds.get(sentence.split(" grow", 2)[0]) > MOST * measured.size())
                .toList());
        if (!measured.isEmpty()) {
            reasons.addAll(growthOfAdapters.getOrDefault(adapter, List.of()));
        }
        if (!reasons.isEmpty()) {
            flags.add(new Flag(Flag.Kind.LEAKS, String.join("; ", reasons)));
        }
    }

    private static void outliers(List<Trial> measured, double[] goodputs, List<Flag> flags) {
        double middle =
                goodputs.length == 0 ? 0 : Arrays.stream(goodputs).average().orElse(0);
        int[] far = Outliers.of(goodputs, OUTLIER_SHARE * middle);
        if (far.length > 0) {
            flags.add(new Flag(
                    Flag.Kind.OUTLIER,
                    "far from the others, and counted like them: "
                            + Arrays.stream(far)
                                    .mapToObj(i -> String.format(
                                            Locale.ROOT,
                                            "block %d (%,.0f/s)",
                                            measured.get(i).block(),
                                            goodputs[i]))
                                    .collect(Collectors.joining(", "))));
        }
    }

    private static void honesty(List<Trial> trials, List<Flag> flags) {
        List<String> counts = Honesty.notReconciled(trials);
        if (!counts.isEmpty()) {
            flags.add(new Flag(Flag.Kind.NOT_RECONCILED, String.join("; ", counts)));
        }
        List<String> contents = Honesty.different(trials);
        if (!contents.isEmpty()) {
            flags.add(new Flag(Flag.Kind.DIFFERENT, String.join("; ", contents)));
        }
    }
}
