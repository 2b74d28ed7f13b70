package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.busbench.record.Reconciliation;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Outliers;

/**
 * The rules by which a cell gets its flags: a method for each {@link Flag.Kind}. A new flag is a kind there and a method
 * here. One for a run; pure after it was made.
 */
final class FlagRules {

    /** Nearer to the median a block is no outlier, however quiet the others are. */
    private static final double OUTLIER_SHARE = 0.10;
    /** Growth within a trial counts for a cell when most of its trials show it. */
    private static final double MOST = 0.5;

    private static final Growth NO_HEAP = new Growth(0);

    private final Map<String, List<ParityBreak>> parityBreaks = new HashMap<>();
    private final Map<String, Growth> growths = new HashMap<>();
    private final Map<String, List<String>> growthOfAdapters = new HashMap<>();

    FlagRules(RecordedRun run) {
        run.info().adapters().forEach(adapter -> growths.put(adapter.name(), Growth.of(adapter)));
        run.parities().forEach(parity -> parityBreaks.put(parity.adapter(), ParityBreak.of(parity, run.parities())));
        run.trials().stream()
                .sorted(Comparator.comparingInt(Trial::number))
                .collect(Collectors.groupingBy(Trial::adapter))
                .forEach((adapter, trials) -> growthOfAdapters.put(adapter, acrossForks(growth(adapter), trials)));
    }

    /** The growth in most of the processes that made enough trials to tell. */
    private static List<String> acrossForks(Growth growth, List<Trial> trials) {
        Map<String, List<String>> sentences = new TreeMap<>();
        long told = 0;
        for (List<Trial> fork : trials.stream()
                .collect(Collectors.groupingBy(
                        trial -> trial.position().fork() == null
                                ? 0
                                : trial.position().fork(),
                        TreeMap::new,
                        Collectors.toList()))
                .values()) {
            List<Trial> repeats = repeats(fork);
            told += repeats.size() >= Growth.FEWEST ? 1 : 0;
            for (String sentence : growth.across(repeats)) {
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

    /** Without the first of each scenario: what a process opens for a job that is new to it does not grow with the messages. */
    private static List<Trial> repeats(List<Trial> fork) {
        Set<String> scenarios = new HashSet<>();
        List<Trial> repeats = new ArrayList<>();
        for (Trial trial : fork) {
            if (!scenarios.add(trial.scenario())) {
                repeats.add(trial);
            }
        }
        return repeats;
    }

    private Growth growth(String adapter) {
        return growths.getOrDefault(adapter, NO_HEAP);
    }

    /** The flags of a cell, whose trials are in the order of blocks. */
    List<Flag> of(
            String adapter,
            String scenario,
            List<Trial> trials,
            Optional<Double> shareOfDirect,
            List<String> blockEffects) {
        List<Trial> measured = Cells.measured(trials);
        List<Flag> flags = new ArrayList<>();
        rigLimited(shareOfDirect, flags);
        unstable(measured, flags);
        leaks(adapter, measured, flags);
        outliers(measured, flags);
        if (!measured.isEmpty()) {
            add(Flag.Kind.BLOCK_EFFECT, blockEffects, flags);
        }
        add(Flag.Kind.NOT_RECONCILED, notReconciled(trials), flags);
        add(Flag.Kind.GOODPUT_ALONE, notCounted(measured), flags);
        add(Flag.Kind.DIFFERENT, different(trials), flags);
        if (!measured.isEmpty()) {
            add(Flag.Kind.PARITY, undeclaredBreaks(adapter, scenario), flags);
        }
        return flags;
    }

    private static void add(Flag.Kind kind, List<String> reasons, List<Flag> flags) {
        if (!reasons.isEmpty()) {
            flags.add(new Flag(kind, String.join("; ", reasons)));
        }
    }

    private List<String> undeclaredBreaks(String adapter, String scenario) {
        return parityBreaks.getOrDefault(adapter, List.of()).stream()
                .filter(found -> !found.declared() && found.touches(scenario))
                .map(found -> found.label() + ", " + found.explanation())
                .toList();
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
            trial.disturbance()
                    .ifPresent(share -> noise.add(text(
                            "in trial %d other programs or machines took %.0f %% of the CPU",
                            trial.number(), 100 * share)));
        }
        add(Flag.Kind.UNSTABLE, own, flags);
        add(Flag.Kind.NOISY, noise, flags);
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
        add(Flag.Kind.LEAKS, reasons, flags);
    }

    private static void outliers(List<Trial> measured, List<Flag> flags) {
        double[] goodputs = measured.stream()
                .mapToDouble(trial -> trial.result().goodputPerSecond())
                .toArray();
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

    /** One sentence for each trial in which backend and injector do not agree, with the fault's name. */
    private static List<String> notReconciled(List<Trial> trials) {
        List<String> found = new ArrayList<>();
        for (Trial trial : trials) {
            Reconciliation counts = trial.proof().reconciliation();
            if (counts != null && counts.verdict() != Reconciliation.Verdict.EXACT) {
                String named = counts.explanation() == null ? name(trial, counts) : counts.explanation();
                found.add("trial " + trial.number() + ": " + named);
            }
        }
        return found;
    }

    private static List<String> notCounted(List<Trial> measured) {
        return measured.stream()
                .map(trial -> trial.proof().notReconciled())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** The name of the mismatch, for a record that does not explain itself. */
    private static String name(Trial trial, Reconciliation counts) {
        long difference = Math.abs(counts.difference());
        return switch (counts.verdict()) {
            case LOST ->
                trial.proof().totals() != null && trial.proof().totals().verified() > answered(counts)
                        ? text("%,d answered without the backend", difference)
                        : text("%,d lost", difference);
            case DUPLICATED -> text("%,d duplicated", difference);
            case UNACCOUNTED -> text("%,d unaccounted for", difference);
            case EXACT -> "exact";
        };
    }

    private static long answered(Reconciliation counts) {
        return counts.backendAnswered().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** One sentence for each trial in which a compared response was not the expected one. */
    private static List<String> different(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> trial.proof().sampled() != null
                        && trial.proof().sampled().different() > 0)
                .map(trial -> text(
                        "trial %d: %,d of %,d compared responses differ, the first one: %s",
                        trial.number(),
                        trial.proof().sampled().different(),
                        trial.proof().sampled().compared(),
                        trial.proof().sampled().firstDifference()))
                .toList();
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
