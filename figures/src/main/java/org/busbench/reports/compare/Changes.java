package org.busbench.reports.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.DuetContrasts;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.Holm;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.Median;

/**
 * What differs between two runs, and what of it is beyond chance.
 *
 * <p>Two runs share no block, so their figures are independent samples (Welch 1947). What the machine did to both is
 * taken out as far as controls tell: within each run a figure is divided by those of the controls in the same block.
 * The units are processes, not trials: two builds differ only when several processes of the one differ from several of
 * the other. All cells are corrected for together (Holm 1979), each figure for itself.
 *
 * <p>Where both runs have duets of the same pair, the pair's ratio is compared, in place of what trials of one at a time say
 * of its second: it is known far better, and what the machine did to both sides is out of it. Duets that
 * solo trials or the copies of their run do not bear out are left out.
 *
 * @param after id of the second
 * @param changes each mediator in each cell that both runs measured, by each figure, in the order of the second run
 * @param caveats one sentence each on what must be known before a change is believed
 */
public record Changes(
        String before,
        String after,
        List<Change> changes,
        List<OutcomeChange> transitions,
        List<UnmatchedCell> alone,
        List<ControlShift> rig,
        List<String> caveats,
        List<String> circumstances) {

    /** The least number of units in either run for a verdict. */
    public static final int FEWEST_UNITS = 3;

    private static final double COVERAGE = 0.95;

    record Both(Cell before, Cell after) {

        boolean mediatorMeasuredTwice() {
            return !after.control() && before.outcome() == Status.MEASURED && after.outcome() == Status.MEASURED;
        }
    }

    /** One figure of a cell before it is judged. */
    private record Sample(
            Comparison comparison,
            String adapter,
            Optional<String> rival,
            List<String> controls,
            ProcessFigures before,
            ProcessFigures after,
            Optional<Estimate> estimate) {

        boolean enough() {
            return estimate.isPresent()
                    && Math.min(before.logs().size(), after.logs().size()) >= FEWEST_UNITS;
        }

        /** Whether it is of a mediator of which a duet says the same better. */
        boolean saidBetter(List<Sample> duets) {
            return duets.stream()
                    .anyMatch(duet ->
                            duet.enough() && duet.adapter.equals(adapter) && duet.comparison.equals(comparison));
        }

        double logRatio() {
            return estimate.map(Estimate::mean).orElseGet(() -> mean(after) - mean(before));
        }

        private static double mean(ProcessFigures units) {
            return units.logs().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElseThrow();
        }
    }

    /**
     * Compares two runs.
     *
     * @param after the second; may be of another machine or suite: what both measured is compared
     * @throws IllegalArgumentException when both are the same run
     */
    public static Changes between(RecordedRun before, RecordedRun after) {
        if (before.info().id().equals(after.info().id())) {
            throw new IllegalArgumentException(
                    "both are run '" + after.info().id() + "': give two runs to compare, the earlier first");
        }
        List<Cell> earlier = Analysis.of(before).cells();
        List<Cell> later = Analysis.of(after).cells();
        List<Both> both = both(earlier, later);
        List<DuetContrast> duetsBefore = DuetContrasts.of(before);
        List<DuetContrast> duetsAfter = DuetContrasts.of(after);
        List<Change> changes = new ArrayList<>();
        List<ControlShift> rig = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            List<Sample> duets = duets(duetsBefore, duetsAfter, measure);
            List<Sample> alone = samples(both, measure).stream()
                    .filter(sample -> !sample.saidBetter(duets))
                    .toList();
            changes.addAll(judged(Stream.concat(duets.stream(), alone.stream()).toList(), measure));
            rig.addAll(shifts(both, measure));
        }
        return new Changes(
                before.info().id(),
                after.info().id(),
                changes,
                Stream.concat(transitions(both), DuetOutcomes.changed(before, after))
                        .toList(),
                Stream.concat(
                                alone(earlier, later, before.info().id()),
                                alone(later, earlier, after.info().id()))
                        .toList(),
                rig,
                Caveats.of(before, after, both),
                SetupDifferences.differences(before.info(), after.info()));
    }

    /** What is beyond chance. */
    public List<Change> real() {
        return changes.stream().filter(Change::real).toList();
    }

    private static List<Both> both(List<Cell> before, List<Cell> after) {
        Map<String, Cell> earlier = before.stream().collect(Collectors.toMap(Changes::place, Function.identity()));
        return after.stream()
                .filter(cell -> earlier.containsKey(place(cell)))
                .map(cell -> new Both(earlier.get(place(cell)), cell))
                .toList();
    }

    private static Stream<UnmatchedCell> alone(List<Cell> cells, List<Cell> others, String run) {
        Set<String> elsewhere = others.stream().map(Changes::place).collect(Collectors.toSet());
        Set<String> known = others.stream().map(cell -> cell.adapter().name()).collect(Collectors.toSet());
        return cells.stream()
                .filter(cell -> !cell.control() && cell.outcome() == Status.MEASURED)
                .filter(cell -> known.contains(cell.adapter().name()) && !elsewhere.contains(place(cell)))
                .map(cell -> new UnmatchedCell(cell.comparison(), cell.adapter().name(), run));
    }

    private static String place(Cell cell) {
        return cell.adapter().name() + "\n" + cell.comparison();
    }

    private static List<Sample> samples(List<Both> both, Measure measure) {
        return both.stream()
                .filter(cell -> !cell.after().control())
                .map(cell -> sample(cell, controls(cell, both, measure), measure))
                .filter(sample -> !sample.before().logs().isEmpty()
                        && !sample.after().logs().isEmpty())
                .toList();
    }

    /** The same program in both runs, measured in all of both: another control would be a change of its own. */
    private static List<Both> controls(Both cell, List<Both> both, Measure measure) {
        return both.stream()
                .filter(other -> other.after().control()
                        && other.after().comparison().equals(cell.after().comparison()))
                .filter(other ->
                        sameProgram(other.before().adapter(), other.after().adapter()))
                .filter(other -> ProcessFigures.everywhere(other.before(), cell.before(), measure)
                        && ProcessFigures.everywhere(other.after(), cell.after(), measure))
                .toList();
    }

    private static boolean sameProgram(Adapter one, Adapter other) {
        return Objects.equals(one.version(), other.version())
                && Objects.equals(one.process().program(), other.process().program());
    }

    /** Pairs that both runs have under load at the same time; those of copies say what the sitting can tell, and not more. */
    private static List<Sample> duets(List<DuetContrast> before, List<DuetContrast> after, Measure measure) {
        List<Sample> samples = new ArrayList<>();
        for (DuetContrast later : after) {
            before.stream()
                    .filter(earlier -> tells(earlier, measure)
                            && tells(later, measure)
                            && earlier.pair().equals(later.pair())
                            && earlier.comparison().equals(later.comparison()))
                    .findFirst()
                    .ifPresent(earlier -> samples.add(sample(earlier, later)));
        }
        return samples;
    }

    private static boolean tells(DuetContrast duet, Measure measure) {
        return duet.measure() == measure && measure != Measure.LATENCY && !duet.ofCopies() && duet.trusted();
    }

    private static Sample sample(DuetContrast earlier, DuetContrast later) {
        ProcessFigures before = ProcessFigures.of(earlier);
        ProcessFigures after = ProcessFigures.of(later);
        return new Sample(
                later.comparison(),
                later.pair().second(),
                Optional.of(later.pair().first()),
                List.of(),
                before,
                after,
                difference(before, after));
    }

    private static Optional<Estimate> difference(ProcessFigures before, ProcessFigures after) {
        boolean spreads = before.logs().size() > 1 && after.logs().size() > 1;
        return spreads && !before.disturbed() && !after.disturbed()
                ? Optional.of(Estimate.independent(before.values(), after.values()))
                : Optional.empty();
    }

    private static Sample sample(Both cell, List<Both> controls, Measure measure) {
        ProcessFigures before = ProcessFigures.of(
                cell.before(), controls.stream().map(Both::before).toList(), measure);
        ProcessFigures after = ProcessFigures.of(
                cell.after(), controls.stream().map(Both::after).toList(), measure);
        return new Sample(
                cell.after().comparison(),
                cell.after().adapter().name(),
                Optional.empty(),
                controls.stream().map(one -> one.after().adapter().name()).toList(),
                before,
                after,
                difference(before, after));
    }

    private static List<Change> judged(List<Sample> samples, Measure measure) {
        List<Sample> enough = samples.stream().filter(Sample::enough).toList();
        double[] adjusted = Holm.adjusted(enough.stream()
                .mapToDouble(sample -> sample.estimate().orElseThrow().pValue())
                .toArray());
        return samples.stream()
                .map(sample -> change(sample, measure, enough.indexOf(sample), adjusted))
                .toList();
    }

    private static Change change(Sample sample, Measure measure, int place, double... adjusted) {
        boolean judged = place >= 0;
        double detectable = judged
                ? Math.exp(sample.estimate()
                        .orElseThrow()
                        .detectable(Verdict.SIGNIFICANCE / adjusted.length, Verdict.POWER))
                : Double.POSITIVE_INFINITY;
        return new Change(
                measure,
                sample.comparison(),
                sample.adapter(),
                sample.rival(),
                median(sample.before()),
                median(sample.after()),
                sample.before().logs().size(),
                sample.after().logs().size(),
                sample.controls(),
                Math.exp(sample.logRatio()),
                sample.estimate().map(estimate -> estimate.interval(COVERAGE)).map(Interval::exp),
                judged ? adjusted[place] : 1,
                detectable,
                judged ? Verdict.of(measure, sample.logRatio(), adjusted[place], detectable) : Verdict.OPEN);
    }

    private static double median(ProcessFigures units) {
        return Median.of(units.raw(), Double::doubleValue);
    }

    private static Stream<OutcomeChange> transitions(List<Both> both) {
        return both.stream()
                .filter(cell -> !cell.after().control())
                .filter(cell -> (cell.before().outcome() == Status.MEASURED)
                        != (cell.after().outcome() == Status.MEASURED))
                .map(cell -> new OutcomeChange(
                        cell.after().comparison(),
                        cell.after().adapter().name(),
                        cell.before().outcome(),
                        cell.after().outcome(),
                        cell.after().outcome() == Status.MEASURED
                                ? cell.before().reason()
                                : cell.after().reason()));
    }

    private static List<ControlShift> shifts(List<Both> both, Measure measure) {
        return both.stream()
                .filter(cell -> cell.after().control())
                .map(cell -> cell.after().adapter().name())
                .distinct()
                .flatMap(control -> shift(control, both, measure).stream())
                .toList();
    }

    private static Optional<ControlShift> shift(String control, List<Both> both, Measure measure) {
        double[] ratios = both.stream()
                .filter(cell -> cell.after().adapter().name().equals(control))
                .map(cell -> sample(cell, List.of(), measure))
                .filter(sample -> !sample.before().logs().isEmpty()
                        && !sample.after().logs().isEmpty())
                .mapToDouble(Sample::logRatio)
                .toArray();
        return ratios.length == 0
                ? Optional.empty()
                : Optional.of(new ControlShift(measure, control, Math.exp(Median.of(ratios))));
    }

    /** A cell of a mediator that is in both runs, with figures in one of them, which the other was never to measure. */
    public record UnmatchedCell(Comparison comparison, String adapter, String run) {}

    /**
     * A cell that has figures in one run and none in the other.
     *
     * @param before what was known of it in the first run
     * @param after what is known in the second
     */
    public record OutcomeChange(Comparison comparison, String adapter, Status before, Status after, String reason) {

        public boolean lost() {
            return before == Status.MEASURED;
        }
    }

    /** Sides of duets that have figures in one run alone. */
    private static final class DuetOutcomes {

        private DuetOutcomes() {}

        static Stream<OutcomeChange> changed(RecordedRun before, RecordedRun after) {
            Map<List<Object>, List<Trial>> earlier = byPlace(before);
            return byPlace(after).entrySet().stream()
                    .filter(later -> earlier.containsKey(later.getKey()))
                    .flatMap(later -> changed(earlier.get(later.getKey()), later.getValue()).stream());
        }

        private static Map<List<Object>, List<Trial>> byPlace(RecordedRun run) {
            return run.trials().stream()
                    .filter(trial -> trial.purpose() == Purpose.DUET)
                    .collect(Collectors.groupingBy(
                            trial -> List.of(trial.adapter(), trial.duet().rival(), Comparison.of(trial)),
                            LinkedHashMap::new,
                            Collectors.toList()));
        }

        private static Optional<OutcomeChange> changed(List<Trial> before, List<Trial> after) {
            boolean was = before.stream().anyMatch(Trial::measured);
            boolean is = after.stream().anyMatch(Trial::measured);
            Trial any = after.get(0);
            return was == is
                    ? Optional.empty()
                    : Optional.of(new OutcomeChange(
                            Comparison.of(any),
                            any.adapter(),
                            was ? Status.MEASURED : status(before),
                            is ? Status.MEASURED : status(after),
                            "in a duet with " + any.duet().rival() + ": "
                                    + (is ? before : after).get(0).result().reason()));
        }

        private static Status status(List<Trial> trials) {
            return trials.stream().allMatch(trial -> trial.outcome() == Outcome.FAILED)
                    ? Status.FAILED
                    : Status.NOT_SERVED;
        }
    }

    /**
     * How a control's figures moved from run to run: what the machine did, rather than any mediator.
     *
     * @param ratio second run over first: the median over the cells that both measured
     */
    public record ControlShift(Measure measure, String control, double ratio) {}
}
