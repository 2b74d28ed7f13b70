package org.busbench.reports.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Changes.ControlShift;
import org.busbench.reports.compare.Changes.OutcomeChange;
import org.busbench.reports.compare.Changes.UnmatchedCell;
import org.busbench.reports.statistics.Interval;

/** The differences between runs, in the words that console and page share. */
public final class ChangeText {

    /** Names of the columns of {@link #row}. */
    public static final List<String> HEADER = List.of(
            "scenario, payload, load, adapter, figure, before, after, change, 95 %, visible from, verdict".split(", "));

    /** Names of the columns of {@link #row(DuetContrast)}. */
    public static final List<String> DUET_HEADER =
            List.of("comparison", "pair", "figure", "ratio", "95 %", "visible from", "verdict", "forks", "rests on");

    private static final double ONE_IN_A_THOUSAND = 0.001;
    private static final int NAMED = 3;
    private static final String UNGUARDED =
            "not divided by any control, since no control has this figure in both runs: a change of the machine counts"
                    + " as the mediator's";

    private ChangeText() {}

    /** A change as a row of a table with the columns of {@link #HEADER}. */
    public static List<String> row(Change change) {
        return List.of(
                change.comparison().scenario(),
                change.comparison().payload(),
                change.comparison().level(),
                change.adapter(),
                change.title(),
                figure(change, change.before()),
                figure(change, change.after()),
                percent(change.ratio(), change.interval()) + beside(change.controls()),
                change.interval().map(ChangeText::range).orElse(""),
                visibleFrom(change.detectable()),
                change.measure().word(change.verdict()));
    }

    /** A ratio of duets as a row of a table with the columns of {@link #DUET_HEADER}. */
    public static List<String> row(DuetContrast duet) {
        return List.of(
                duet.comparison().words(),
                duet.pair().second() + " over " + duet.pair().first(),
                duet.measure().label(),
                percent(duet.ratio(), duet.interval()),
                duet.interval().map(ChangeText::range).orElse("-"),
                visibleFrom(duet.detectable()),
                duet.measure().word(duet.verdict()),
                Integer.toString(duet.forks().size()),
                duet.basis().words());
    }

    /**
     * One of a change's two figures; in its own unit with one decimal below 100 and none above; a factor, where it is a
     * ratio of a duet.
     */
    public static String figure(Change change, double value) {
        if (change.rival().isPresent()) {
            return String.format(Locale.ROOT, "%.3f x", value);
        }
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }

    /** How far a ratio, second over first, is from 1. */
    public static String percent(double ratio) {
        return percent(ratio, 1);
    }

    static String percent(double ratio, int digits) {
        return String.format(Locale.ROOT, "%+,." + digits + "f %%", (ratio - 1) * 100);
    }

    /** The same with as many digits as its interval allows ({@link Interval#digits}). */
    public static String percent(double ratio, Optional<Interval> ratios) {
        return percent(ratio, ratios.map(ChangeText::place).orElse(0.0));
    }

    private static String percent(double ratio, double place) {
        return place < 1 ? percent(ratio) : percent(1 + Math.rint((ratio - 1) * 100 / place) * place / 100, 0);
    }

    private static double place(Interval ratios) {
        return Math.pow(10, Math.floor(Math.log10((ratios.high() - ratios.low()) * 50)));
    }

    /** Before and after do not give the change where both were divided by controls. */
    private static String beside(List<String> controls) {
        return controls.isEmpty() ? "" : controls.size() == 1 ? " beside " + controls.get(0) : " beside the controls";
    }

    /**
     * The smallest difference that would have been found nine times out of ten.
     *
     * @param detectable as a ratio; infinite where nothing would
     */
    public static String visibleFrom(double detectable) {
        return Double.isInfinite(detectable) ? "-" : String.format(Locale.ROOT, "%.1f %%", (detectable - 1) * 100);
    }

    /** Both ends of an interval of ratios, second over first, with a digit more than a ratio in it has. */
    public static String range(Interval ratios) {
        double place = place(ratios) / 10;
        return percent(ratios.low(), place) + " to " + percent(ratios.high(), place);
    }

    /** How many figures changed, and how many cannot be told: one sentence, without a full stop. */
    public static String summary(Changes changes) {
        int count = changes.changes().size();
        if (count == 0) {
            return "no cell has figures in both runs";
        }
        long open = changes.changes().stream()
                .filter(change -> change.verdict() == Verdict.OPEN)
                .count();
        String few = changes.changes().stream().allMatch(ChangeText::fewProcesses)
                ? "; a verdict needs " + Changes.FEWEST_UNITS + " processes of each mediator in each run: measure with"
                        + " forks"
                : "";
        return changes.real().size() + " of " + count + (count == 1 ? " figure" : " figures")
                + " changed beyond chance, " + open + " open" + moved(changes) + few;
    }

    private static boolean fewProcesses(Change change) {
        return Math.min(change.unitsBefore(), change.unitsAfter()) < Changes.FEWEST_UNITS;
    }

    /** Cells with figures in one run alone are no figures that changed, and no small thing. */
    private static String moved(Changes changes) {
        long lost = changes.transitions().stream().filter(OutcomeChange::lost).count();
        long gained = changes.transitions().size() - lost;
        return (lost == 0 ? "" : ", " + cells(lost) + " without figures since")
                + (gained == 0 ? "" : ", " + cells(gained) + " with figures since");
    }

    private static String cells(long count) {
        return count + (count == 1 ? " cell" : " cells");
    }

    /** What must be known before a change is believed: one sentence each, without a full stop. */
    public static List<String> caveats(Changes changes) {
        List<String> caveats = new ArrayList<>(changes.caveats());
        for (String run : List.of(changes.before(), changes.after())) {
            List<UnmatchedCell> alone = changes.alone().stream()
                    .filter(cell -> cell.run().equals(run))
                    .toList();
            if (!alone.isEmpty()) {
                caveats.add(cells(alone.size()) + " of mediators in both runs " + (alone.size() == 1 ? "is" : "are")
                        + " in "
                        + run + " alone, and not compared: "
                        + alone.stream()
                                .limit(NAMED)
                                .map(cell ->
                                        cell.adapter() + " " + cell.comparison().words())
                                .collect(Collectors.joining(", "))
                        + (alone.size() > NAMED ? " and " + (alone.size() - NAMED) + " more" : ""));
            }
        }
        return caveats;
    }

    /**
     * By what the figures of each run were divided before they were compared, so that a reader who divides the two
     * figures of a row sees why something else stands beside them; one sentence for each figure, without a full stop.
     */
    public static List<String> relativeTo(Changes changes) {
        List<String> sentences = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            long beside = changes.changes().stream()
                    .filter(change -> change.measure() == measure
                            && change.rival().isPresent()
                            && !change.comparison().isMean())
                    .count();
            if (beside > 0) {
                sentences.add("the change of " + measure.title() + " in " + cells(beside)
                        + " is that of the ratio to the rival beside it, in duets");
            }
            Map<List<String>, Long> cells = changes.changes().stream()
                    .filter(change ->
                            change.measure() == measure && change.rival().isEmpty())
                    .collect(Collectors.groupingBy(Change::controls, LinkedHashMap::new, Collectors.counting()));
            cells.forEach((controls, count) -> sentences.add("the change of " + measure.title()
                    + (cells.size() == 1 && beside == 0 ? "" : " in " + cells(count)) + " is "
                    + (controls.isEmpty()
                            ? UNGUARDED
                            : "relative to " + String.join(", ", controls) + " in each block")));
        }
        return sentences;
    }

    public static String why(Change change) {
        String units = change.unitsBefore() + " and " + change.unitsAfter()
                + (change.unitsBefore() + change.unitsAfter() > 2 ? " processes" : " process");
        if (Double.isInfinite(change.detectable())) {
            return fewProcesses(change)
                    ? units + ", and a verdict needs " + Changes.FEWEST_UNITS + " of each run"
                    : "other programs or machines disturbed each block";
        }
        String sharp = "a change of " + visibleFrom(change.detectable());
        return switch (change.verdict()) {
            case FASTER, SLOWER -> "p " + probability(change.pValue()) + ", " + units;
            case TIE -> sharp + " would have been seen, " + units;
            case OPEN -> "only " + sharp + " could have been seen, " + units;
        };
    }

    private static String probability(double p) {
        return p < ONE_IN_A_THOUSAND ? "below 0.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    /** The change of a cell that has figures in one run alone. */
    public static String sentence(OutcomeChange transition) {
        return transition.adapter() + " in " + transition.comparison().words()
                + (transition.lost() ? " has no figures any more: " : " has figures now; before: ")
                + transition.reason();
    }

    /** The effect of the machine on a control. */
    public static String sentence(ControlShift shift) {
        return "the rig: " + shift.measure().title() + " of " + shift.control() + " " + percent(shift.ratio())
                + " (median of its cells)";
    }
}
