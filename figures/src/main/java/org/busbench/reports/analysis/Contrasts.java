package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.busbench.record.Adapter;
import org.busbench.record.RecordedRun;
import org.busbench.record.Role;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.Looks;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.Outliers;
import org.busbench.reports.statistics.PairedSample;
import org.busbench.reports.statistics.SharedNoise;

/**
 * All adapters of one role against one baseline, by one figure. They are corrected for together, and share what is known
 * of the rig's noise.
 */
public final class Contrasts {

    private static final double COVERAGE = 0.95;
    /** So many blocks tell the usual deviation of their own, when the run has too few comparisons to tell it. */
    private static final int OWN_SCALE_FROM = 6;
    /** Closer to the others a block is no outlier, however quiet they are. */
    private static final double OUTLIER_LEAST = Math.log(1.05);

    /**
     * The figures of one adapter and the baseline, side by side.
     *
     * @param disturbed whether other programs disturbed a trial in each block; otherwise blocks with such a trial are left out
     * @param processes the pair of processes that each block met
     */
    record Pairs(
            CellTrials row,
            CellTrials baseline,
            List<Integer> blocks,
            boolean disturbed,
            List<String> processes,
            List<Double> logRatios) {

        /** Two forks know less of what differs between forks than one says: nothing is judged by them. */
        boolean enough() {
            return !disturbed
                    && logRatios.size() >= Contrast.FEWEST_BLOCKS
                    && (pairsOfProcesses() == 1 || pairsOfProcesses() >= Contrast.FEWEST_FORKS);
        }

        /** Blocks that met the same two processes share what is peculiar to these. */
        int pairsOfProcesses() {
            return (int) processes.stream().distinct().count();
        }

        /** What ran already is one process, however often the other was started anew. */
        int forks() {
            return row.ranAlready() || baseline.ranAlready() ? 1 : pairsOfProcesses();
        }

        List<double[]> byFork() {
            return processes.stream()
                    .distinct()
                    .map(fork -> IntStream.range(0, processes.size())
                            .filter(i -> processes.get(i).equals(fork))
                            .mapToDouble(logRatios::get)
                            .toArray())
                    .toList();
        }

        PairedSample sample(double usual) {
            double scale = Math.max(usual, logRatios.size() < OWN_SCALE_FROM ? 0 : Median.absoluteDeviation(values()));
            if (pairsOfProcesses() > 1) {
                return PairedSample.grouped(scale, byFork());
            }
            return scale > 0 && (usual > 0 || logRatios.size() >= OWN_SCALE_FROM)
                    ? PairedSample.robust(scale, values())
                    : PairedSample.of(values());
        }

        /** The last of the blocks that it met: how far its data reach. */
        int reached() {
            return blocks.get(blocks.size() - 1);
        }

        /** Of the logarithm of the ratio, with their own noise alone; empty with too few blocks or forks. */
        Optional<Estimate> estimate() {
            return enough() ? Optional.of(Estimate.paired(sample(0))) : Optional.empty();
        }

        double[] values() {
            return logRatios.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    private Contrasts() {}

    /**
     * Every adapter but {@code direct} against the baseline of the run (its first mediator, unless another was chosen),
     * by every figure. Empty when nothing can be compared.
     */
    public static List<Contrast> of(RecordedRun run) {
        return baseline(run)
                .map(baseline ->
                        of(CellTrials.of(run), baseline, looks(run.info().suite())))
                .orElse(List.of());
    }

    /** When a run of this suite may decide: after whole forks, and with duets after pairs of forks, as another side starts first in each. */
    static Looks looks(Suite suite) {
        Suite.Repeats repeats = suite.repeats();
        int forks = repeats.forks() == null ? 1 : repeats.forks();
        int most = repeats.maxBlocks() == null ? repeats.blocks() : repeats.maxBlocks();
        int ofFork = (repeats.blocks() + forks - 1) / forks;
        int together = suite.cells().duets().isEmpty() ? ofFork : 2 * ofFork;
        return Looks.of(repeats.blocks(), most, forks == 1 ? 1 : together);
    }

    /** The one that was chosen when the run began, else its first mediator in the order of the suite. */
    static Optional<String> baseline(RecordedRun run) {
        String chosen = run.info().suite().baseline();
        if (chosen != null) {
            return Optional.of(chosen);
        }
        return run.info().adapters().stream()
                .filter(adapter -> adapter.role() == Role.MEDIATOR)
                .map(Adapter::name)
                .findFirst();
    }

    /**
     * Mediators, then controls, by every figure; but {@code direct} is the rig's ceiling and {@code relay} is the floor, and
     * neither is a rival.
     */
    static List<Contrast> of(List<CellTrials> rows, String baseline, Looks looks) {
        List<CellTrials> baselines = rows.stream()
                .filter(row -> row.adapter().name().equals(baseline))
                .toList();
        List<CellTrials> others = rows.stream()
                .filter(row -> !row.adapter().name().equals(baseline))
                .filter(row -> !row.adapter().name().equals(Cell.CEILING) && !RelayCost.isRelay(row.adapter()))
                .toList();
        List<Contrast> contrasts = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            for (Role role : Role.values()) {
                List<CellTrials> ofRole = others.stream()
                        .filter(row -> row.adapter().role() == role)
                        .toList();
                contrasts.addAll(of(ofRole, baselines, measure, looks));
            }
        }
        return contrasts;
    }

    /** The cells must be of one role and not include the baseline's own; a cell without a common block has no contrast. */
    static List<Contrast> of(List<CellTrials> rows, List<CellTrials> baselines, Measure measure, Looks looks) {
        List<Pairs> all = new ArrayList<>();
        for (CellTrials row : rows) {
            baselines.stream()
                    .filter(base -> base.comparison().equals(row.comparison()))
                    .map(base -> pairs(row, base, measure))
                    .filter(pairs -> !pairs.logRatios().isEmpty())
                    .forEach(all::add);
        }
        List<Pairs> judged = all.stream().filter(Pairs::enough).toList();
        double usual = SharedNoise.scale(judged.stream().map(Pairs::values).toList());
        List<PairedSample> samples =
                judged.stream().map(pairs -> pairs.sample(usual)).toList();
        SharedNoise shared = SharedNoise.of(samples);
        List<Estimate> differences = IntStream.range(0, samples.size())
                .mapToObj(i -> Estimate.paired(
                        samples.get(i),
                        judged.get(i).pairsOfProcesses() > 1
                                ? shared.ofGrouped(samples.get(i))
                                : shared.of(samples.get(i))))
                .toList();
        List<Double> shares =
                judged.stream().map(pairs -> looks.share(pairs.reached())).toList();
        List<Family.Judgement> judgements = new Family(differences, shares).judgements();
        List<Contrast> contrasts = new ArrayList<>();
        for (Pairs pairs : all) {
            int place = judged.indexOf(pairs);
            contrasts.add(
                    place < 0
                            ? tooFew(pairs, measure)
                            : contrast(
                                    pairs,
                                    Optional.of(differences.get(place)),
                                    shares.get(place),
                                    judgements.get(place),
                                    measure));
        }
        return contrasts;
    }

    /** One against another by one figure, with its own noise alone; empty with too few blocks or forks. */
    static Optional<Estimate> estimate(Optional<CellTrials> row, Optional<CellTrials> baseline, Measure measure) {
        return row.flatMap(
                own -> baseline.flatMap(other -> pairs(own, other, measure).estimate()));
    }

    private static Function<Trial, Double> figure(CellTrials row, Measure measure) {
        boolean known = measure.isKnown(row.trials());
        return trial -> known ? measure.of(trial) : null;
    }

    private static Pairs pairs(CellTrials row, CellTrials baseline, Measure measure) {
        return pairs(row, figure(row, measure), baseline, figure(baseline, measure));
    }

    /**
     * Two rows side by side within blocks, each by a figure of its own; without a block where none has both.
     *
     * @param ofRow the figure of a trial of the row; null where it has none
     * @param ofBaseline that of a trial of the other
     */
    static Pairs pairs(
            CellTrials row, Function<Trial, Double> ofRow, CellTrials baseline, Function<Trial, Double> ofBaseline) {
        Map<Integer, Trial> own = byBlock(row, ofRow);
        Map<Integer, Trial> other = byBlock(baseline, ofBaseline);
        own.keySet().retainAll(other.keySet());
        List<Integer> undisturbed = own.keySet().stream()
                .filter(block ->
                        own.get(block).bearsVerdict() && other.get(block).bearsVerdict())
                .toList();
        List<Integer> blocks = undisturbed.isEmpty() ? List.copyOf(own.keySet()) : undisturbed;
        return new Pairs(
                row,
                baseline,
                blocks,
                undisturbed.isEmpty(),
                blocks.stream()
                        .map(block -> own.get(block).position().fork() + "/"
                                + other.get(block).position().fork())
                        .toList(),
                blocks.stream()
                        .map(block -> Math.log(ofRow.apply(own.get(block)) / ofBaseline.apply(other.get(block))))
                        .toList());
    }

    private static Map<Integer, Trial> byBlock(CellTrials row, Function<Trial, Double> figure) {
        Map<Integer, Trial> trials = new TreeMap<>();
        for (Trial trial : row.trials()) {
            Double value = trial.measured() ? figure.apply(trial) : null;
            if (value != null && value > 0) {
                trials.put(trial.block(), trial);
            }
        }
        return trials;
    }

    /** Too few have a ratio and no verdict. */
    private static Contrast tooFew(Pairs pairs, Measure measure) {
        Optional<Estimate> two = pairs.logRatios().size() < 2
                ? Optional.empty()
                : Optional.of(Estimate.paired(PairedSample.of(pairs.values())));
        return contrast(pairs, two, 1, Family.Judgement.NONE, measure);
    }

    private static Contrast contrast(
            Pairs pairs, Optional<Estimate> difference, double share, Family.Judgement judgement, Measure measure) {
        double log = difference.map(Estimate::mean).orElse(pairs.logRatios().get(0));
        return new Contrast(
                measure,
                pairs.row().comparison(),
                pairs.row().adapter().name(),
                pairs.baseline().adapter().name(),
                pairs.blocks(),
                pairs.forks(),
                Math.exp(log),
                difference.map(found -> ratios(found, share)),
                judgement.pValue(),
                judgement.detectable(),
                Verdict.of(measure, log, judgement.pValue(), judgement.detectable()),
                pairs.enough()
                        ? Arrays.stream(Outliers.of(pairs.values(), OUTLIER_LEAST))
                                .mapToObj(pairs.blocks()::get)
                                .toList()
                        : List.of());
    }

    /** Where the true ratio lies with at least 95 %, at all looks together (Jennison and Turnbull 1989, JRSS B 51, 305). */
    static Interval ratios(Estimate difference, double share) {
        Interval logs = difference.interval(1 - (1 - COVERAGE) * share);
        return new Interval(logs.low(), logs.high(), COVERAGE).exp();
    }

    /**
     * The trials of one adapter in one comparison: all that verdicts need, and quickly put together while a run goes on.
     *
     * @param trials in the order in which they were made
     */
    record CellTrials(Adapter adapter, Comparison comparison, List<Trial> trials) {

        boolean ranAlready() {
            return adapter.target() != null;
        }

        static CellTrials of(Cell cell) {
            return new CellTrials(cell.adapter(), cell.comparison(), cell.trials());
        }

        /** Comparisons in the order in which they were first measured, in each the adapters in the order of the run. */
        static List<CellTrials> of(RecordedRun run) {
            Map<Comparison, List<Trial>> compared = new LinkedHashMap<>();
            run.inBlocks()
                    .trials()
                    .forEach(trial -> compared.computeIfAbsent(Comparison.of(trial), key -> new ArrayList<>())
                            .add(trial));
            List<CellTrials> rows = new ArrayList<>();
            compared.forEach((comparison, trials) -> run.info()
                    .adapters()
                    .forEach(adapter -> rows.add(new CellTrials(
                            adapter,
                            comparison,
                            trials.stream()
                                    .filter(trial -> trial.adapter().equals(adapter.name()))
                                    .toList()))));
            return rows;
        }
    }
}
