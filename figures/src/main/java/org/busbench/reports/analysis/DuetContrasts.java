package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.busbench.record.Duet;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Contrasts.CellTrials;
import org.busbench.reports.analysis.DuetContrast.Basis;
import org.busbench.reports.analysis.DuetContrast.Fork;
import org.busbench.reports.analysis.DuetContrast.Stretch;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.Holm;
import org.busbench.reports.statistics.Looks;
import org.busbench.reports.statistics.PairedSample;
import org.busbench.reports.statistics.SharedNoise;
import org.busbench.reports.statistics.TwoWay;

/**
 * All duets of a run, by each figure. A stretch gives the logarithm of the ratio of its two sides: what slowed the machine in
 * that second slowed both. The stretches of one pair of processes give one unit, and only units are judged, so that neither
 * the likeness of neighbouring seconds nor what a process has of its own is taken for knowledge (Kalibera and Jones 2013).
 *
 * <p>All duets of a run are corrected for together, by each figure, and share what is known of the noise. That their
 * comparisons met the same processes makes the shared noise less certain than it looks, and the correction stricter than
 * it need be, by the same dependence; the simulation in {@code DuetSimulationTest} holds the sum of both.
 *
 * <p>A pair that meets in several cells is judged over all of them, too: the cells of a fork together tell what one cell of a noisy
 * machine cannot ({@link TwoWay}). These means are a family of their own.
 */
public final class DuetContrasts {

    /** Means spend half of what cells may: a run makes a false claim on either with 7.5 % at most. */
    private static final double SHARE_OF_MEANS = 0.5;

    private DuetContrasts() {}

    /**
     * Every pair in every comparison, by every figure that its duets have; in the order of the figures, of the suite's
     * pairs and of the comparisons, then the means over these; empty for a run without duets.
     */
    public static List<DuetContrast> of(RecordedRun run) {
        List<Trial> trials = run.trials().stream()
                .filter(trial -> trial.purpose() == Purpose.DUET)
                .toList();
        if (trials.isEmpty()) {
            return List.of();
        }
        Looks looks = Contrasts.looks(run.info().suite());
        List<Played> played = played(run.info().suite().cells().duets(), trials);
        Map<Place, Judged> judged = new LinkedHashMap<>();
        for (Measure measure : Measure.OF_DUETS) {
            Map<Place, Judged> cells = judged(played, measure, looks);
            judged.putAll(cells);
            judged.putAll(means(cells.values(), looks));
        }
        Map<Place, Solo> solos = solos(run, judged, looks);
        List<DuetContrast> contrasts = judged.values().stream()
                .map(one -> one.contrast(Optional.ofNullable(solos.get(one.place))))
                .toList();
        return contrasts.stream().map(one -> one.heldAgainstCopies(contrasts)).toList();
    }

    /**
     * Adapters of one product share the first word of their names. What one of them costs beside the other says what it
     * costs beside anything.
     */
    static boolean ofOneProduct(Suite.Pair pair) {
        return firstWord(pair.first()).equals(firstWord(pair.second()));
    }

    private static String firstWord(String name) {
        return name.split("[-@]", 2)[0];
    }

    /** Where a ratio belongs. */
    private record Place(Measure measure, Suite.Pair pair, Comparison comparison) {}

    private record Played(Suite.Pair pair, Comparison comparison, List<Sides> duets) {}

    private record Sides(Trial first, Trial second) {

        String processes() {
            return first.position().fork() + "/" + second.position().fork();
        }

        /** The ratios of the stretches in which both sides have the figure. */
        List<Stretch> ratios(Measure measure) {
            List<Duet.Stretch> own = second.duet().windows();
            List<Duet.Stretch> other = first.duet().windows();
            List<Stretch> ratios = new ArrayList<>();
            for (int i = 0; first.measured() && second.measured() && i < Math.min(own.size(), other.size()); i++) {
                Double above = measure.of(own.get(i));
                Double below = measure.of(other.get(i));
                if (above != null && below != null && above > 0 && below > 0) {
                    ratios.add(new Stretch(
                            first.block(), first.number(), i + 1, second.duet().dealtFirst(), above / below));
                }
            }
            return ratios;
        }
    }

    private static List<Played> played(List<Suite.Pair> pairs, List<Trial> trials) {
        Map<Integer, Trial> byNumber =
                trials.stream().collect(Collectors.toMap(Trial::number, trial -> trial, (first, again) -> again));
        List<Played> played = new ArrayList<>();
        for (Suite.Pair pair : pairs) {
            Map<Comparison, List<Sides>> compared = new LinkedHashMap<>();
            for (Trial first : trials) {
                Trial second = byNumber.get(first.duet().partner());
                if (first.adapter().equals(pair.first())
                        && second != null
                        && second.adapter().equals(pair.second())
                        && second.duet().partner() == first.number()) {
                    compared.computeIfAbsent(Comparison.of(first), key -> new ArrayList<>())
                            .add(new Sides(first, second));
                }
            }
            compared.forEach((comparison, duets) -> played.add(new Played(pair, comparison, duets)));
        }
        return played;
    }

    /** The ratios of one pair in one comparison by one figure, by the processes that they met. */
    private static final class Ratios {
        private final Place place;
        private final Map<String, List<Stretch>> groups = new LinkedHashMap<>();
        private final boolean forked;
        private final int reached;
        private int lost;

        Ratios(Played played, Measure measure) {
            this.place = new Place(measure, played.pair, played.comparison);
            this.forked = played.duets.stream().map(Sides::processes).distinct().count() > 1;
            this.reached = played.duets.stream()
                    .mapToInt(duet -> duet.first.block())
                    .max()
                    .orElseThrow();
            for (Sides duet : played.duets) {
                List<Stretch> ratios = duet.ratios(measure);
                if (ratios.isEmpty()) {
                    lost++;
                } else {
                    String unit = forked ? duet.processes() : "block " + duet.first.block();
                    groups.computeIfAbsent(unit, key -> new ArrayList<>()).addAll(ratios);
                }
            }
        }

        List<Fork> units(double usual) {
            return groups.entrySet().stream()
                    .map(group -> new Fork(group.getKey(), Math.exp(middle(usual, group.getValue())), group.getValue()))
                    .toList();
        }

        /** A side that is dealt first may be better off: each dealing that the processes met has the same weight. */
        private static double middle(double usual, List<Stretch> stretches) {
            return Stream.of(true, false)
                    .map(dealing -> stretches.stream()
                            .filter(one -> one.secondFirst() == dealing)
                            .mapToDouble(one -> Math.log(one.ratio()))
                            .toArray())
                    .filter(logs -> logs.length > 0)
                    .mapToDouble(logs -> PairedSample.centre(usual, logs))
                    .average()
                    .orElseThrow();
        }

        boolean enough() {
            return groups.size() >= Contrast.FEWEST_FORKS;
        }

        Stream<double[]> logs() {
            return groups.values().stream()
                    .map(group -> group.stream()
                            .mapToDouble(one -> Math.log(one.ratio()))
                            .toArray());
        }
    }

    /** A ratio with what may be said of it, before it is held against solo trials. */
    private record Judged(
            Place place,
            List<Fork> units,
            int lost,
            Optional<Estimate> estimate,
            double share,
            Family.Judgement judgement,
            Optional<DuetContrast.CellSpread> cells) {

        private static double[] logs(List<Fork> units) {
            return units.stream().mapToDouble(fork -> Math.log(fork.ratio())).toArray();
        }

        Verdict verdict() {
            return estimate.map(
                            one -> Verdict.of(place.measure, one.mean(), judgement.pValue(), judgement.detectable()))
                    .orElse(Verdict.OPEN);
        }

        DuetContrast contrast(Optional<Solo> solo) {
            Basis basis = ofOneProduct(place.pair)
                    ? Basis.SAME_PRODUCT
                    : solo.map(one -> one.interferes ? Basis.INTERFERES : Basis.CONFIRMED)
                            .orElse(Basis.UNCONFIRMED);
            Optional<Contrast> alone = solo.flatMap(one -> one.contrast);
            return new DuetContrast(
                    place.measure,
                    place.comparison,
                    place.pair,
                    units,
                    lost,
                    Math.exp(estimate.map(Estimate::mean)
                            .orElseGet(() -> Math.log(units.get(0).ratio()))),
                    estimate.map(one -> Contrasts.ratios(one, share)),
                    judgement.pValue(),
                    judgement.detectable(),
                    basis == Basis.INTERFERES ? alone.map(Contrast::verdict).orElse(Verdict.OPEN) : verdict(),
                    basis,
                    alone,
                    cells);
        }

        Optional<Fork> fork(String unit) {
            return units.stream().filter(fork -> fork.unit().equals(unit)).findFirst();
        }
    }

    private static Map<Place, Judged> judged(List<Played> played, Measure measure, Looks looks) {
        List<Ratios> all = played.stream()
                .map(one -> new Ratios(one, measure))
                .filter(ratios -> !ratios.groups.isEmpty())
                .toList();
        double usual =
                SharedNoise.usualDeviation(all.stream().flatMap(Ratios::logs).toList());
        List<Ratios> enough = all.stream().filter(Ratios::enough).toList();
        Map<Ratios, List<Fork>> units = new LinkedHashMap<>();
        all.forEach(ratios -> units.put(ratios, ratios.units(usual)));
        List<PairedSample> samples = enough.stream()
                .map(ratios -> PairedSample.of(Judged.logs(units.get(ratios))))
                .toList();
        SharedNoise shared = SharedNoise.of(samples);
        List<Estimate> estimates = samples.stream()
                .map(sample -> Estimate.paired(sample, shared.of(sample)))
                .toList();
        List<Double> shares =
                enough.stream().map(ratios -> looks.share(ratios.reached)).toList();
        List<Family.Judgement> judgements = new Family(estimates, shares).judgements();
        Map<Place, Judged> judged = new LinkedHashMap<>();
        for (Ratios ratios : all) {
            int i = enough.indexOf(ratios);
            List<Fork> forks = units.get(ratios);
            Optional<Estimate> estimate = i >= 0
                    ? Optional.of(estimates.get(i))
                    : forks.size() < 2
                            ? Optional.empty()
                            : Optional.of(Estimate.paired(PairedSample.of(Judged.logs(forks))));
            judged.put(
                    ratios.place,
                    new Judged(
                            ratios.place,
                            forks,
                            ratios.lost,
                            estimate,
                            i < 0 ? 1 : shares.get(i),
                            i < 0 ? Family.Judgement.NONE : judgements.get(i),
                            Optional.empty()));
        }
        return judged;
    }

    /** A pair over its cells: the forks that have all of them, in each the ratio of each cell, with the same weight. */
    private record Mean(Place place, List<Fork> forks, int lost, TwoWay layout) {

        static Optional<Mean> of(List<Judged> cells) {
            List<Fork> forks = new ArrayList<>();
            List<double[]> rows = new ArrayList<>();
            for (Fork one : cells.get(0).units) {
                List<Fork> row = cells.stream()
                        .flatMap(cell -> cell.fork(one.unit()).stream())
                        .toList();
                if (row.size() == cells.size()) {
                    double[] logs = Judged.logs(row);
                    rows.add(logs);
                    forks.add(new Fork(
                            one.unit(),
                            Math.exp(Arrays.stream(logs).average().orElseThrow()),
                            IntStream.range(0, logs.length)
                                    .mapToObj(i -> row.get(i).asStretch(i + 1))
                                    .toList()));
                }
            }
            Place any = cells.get(0).place;
            List<Comparison> all =
                    cells.stream().map(cell -> cell.place.comparison).toList();
            return cells.size() < 2 || forks.size() < 2
                    ? Optional.empty()
                    : Optional.of(new Mean(
                            new Place(any.measure, any.pair, Comparison.over(all)),
                            forks,
                            cells.stream().mapToInt(cell -> cell.lost).sum(),
                            TwoWay.of(rows)));
        }

        boolean enough() {
            return forks.size() >= Contrast.FEWEST_FORKS;
        }

        double share(Looks looks) {
            return SHARE_OF_MEANS
                    * looks.share(forks.stream()
                            .flatMap(fork -> fork.stretches().stream())
                            .mapToInt(Stretch::block)
                            .max()
                            .orElseThrow());
        }
    }

    private static Map<Place, Judged> means(Collection<Judged> cells, Looks looks) {
        List<Mean> all = cells.stream()
                .collect(Collectors.groupingBy(one -> one.place.pair, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(ofPair -> Mean.of(ofPair).stream())
                .toList();
        List<Mean> enough = all.stream().filter(Mean::enough).toList();
        List<Double> shares = enough.stream().map(mean -> mean.share(looks)).toList();
        List<Family.Judgement> judgements = new Family(
                        enough.stream().map(mean -> mean.layout.overColumns()).toList(), shares)
                .judgements();
        Map<Place, Judged> judged = new LinkedHashMap<>();
        for (Mean mean : all) {
            int i = enough.indexOf(mean);
            judged.put(
                    mean.place,
                    new Judged(
                            mean.place,
                            mean.forks,
                            mean.lost,
                            Optional.of(mean.layout.overColumns()),
                            i < 0 ? 1 : shares.get(i) / SHARE_OF_MEANS,
                            i < 0 ? Family.Judgement.NONE : judgements.get(i),
                            Optional.of(new DuetContrast.CellSpread(
                                    mean.layout.columnDeviation(), mean.layout.columnPValue()))));
        }
        return judged;
    }

    /** The result of trials of one mediator at a time, for the same pair. */
    private record Solo(boolean interferes, Optional<Contrast> contrast) {}

    /**
     * Holds the ratios of CPU time against those of solo trials, all of them corrected for together. A neighbour takes caches
     * and wakes collectors, and not of all programs alike; where it shows in the CPU time, no figure of the duet is taken.
     */
    private static Map<Place, Solo> solos(RecordedRun run, Map<Place, Judged> judged, Looks looks) {
        List<CellTrials> rows = CellTrials.of(run);
        List<Judged> held = new ArrayList<>();
        List<Estimate> differences = new ArrayList<>();
        for (Judged one : judged.values()) {
            if (one.place.measure == Measure.CPU && one.estimate.isPresent() && !ofOneProduct(one.place.pair)) {
                Contrasts.estimate(
                                row(rows, one.place.pair.second(), one.place.comparison),
                                row(rows, one.place.pair.first(), one.place.comparison),
                                Measure.CPU)
                        .ifPresent(solo -> {
                            held.add(one);
                            differences.add(solo.less(one.estimate.get()));
                        });
            }
        }
        double[] adjusted =
                Holm.adjusted(differences.stream().mapToDouble(Estimate::pValue).toArray());
        Map<Place, Solo> solos = new LinkedHashMap<>();
        for (int i = 0; i < adjusted.length; i++) {
            Place place = held.get(i).place;
            boolean interferes = adjusted[i] < Verdict.SIGNIFICANCE;
            for (Measure measure : Measure.OF_DUETS) {
                solos.put(
                        new Place(measure, place.pair, place.comparison),
                        new Solo(interferes, contrast(rows, place, measure, looks)));
            }
        }
        judged.keySet().stream()
                .filter(place -> place.comparison.isMean())
                .forEach(mean -> ofCells(mean, solos).ifPresent(solo -> solos.put(mean, solo)));
        return solos;
    }

    /** A mean is borne out where each of its cells is, and contradicted where one is. */
    private static Optional<Solo> ofCells(Place mean, Map<Place, Solo> solos) {
        List<Solo> held = mean.comparison.cells().stream()
                .map(cell -> solos.get(new Place(mean.measure, mean.pair, cell)))
                .filter(Objects::nonNull)
                .toList();
        boolean interferes = held.stream().anyMatch(Solo::interferes);
        return interferes || held.size() == mean.comparison.cells().size()
                ? Optional.of(new Solo(interferes, Optional.empty()))
                : Optional.empty();
    }

    private static Optional<Contrast> contrast(List<CellTrials> rows, Place place, Measure measure, Looks looks) {
        return Contrasts.of(
                        rows.stream()
                                .filter(row -> row.adapter().name().equals(place.pair.second()))
                                .toList(),
                        rows.stream()
                                .filter(row -> row.adapter().name().equals(place.pair.first()))
                                .toList(),
                        measure,
                        looks)
                .stream()
                .filter(contrast -> contrast.comparison().equals(place.comparison))
                .findFirst();
    }

    private static Optional<CellTrials> row(List<CellTrials> rows, String adapter, Comparison comparison) {
        return rows.stream()
                .filter(row ->
                        row.adapter().name().equals(adapter) && row.comparison().equals(comparison))
                .findFirst();
    }
}
