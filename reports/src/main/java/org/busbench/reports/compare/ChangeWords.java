package org.busbench.reports.compare;

import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.statistics.Interval;

/** What differs between runs, in the words that console, Markdown and page have in common. */
public final class ChangeWords {

    /** Names of the columns of {@link #row}. */
    public static final List<String> HEADER =
            List.of("scenario", "payload", "load", "adapter", "figure", "before", "after", "change", "95 %", "verdict");

    private static final double ONE_IN_A_THOUSAND = 0.001;

    private ChangeWords() {}

    /**
     * A change as a row of a table.
     *
     * @param change any
     * @return as many texts as {@link #HEADER} has
     */
    public static List<String> row(Change change) {
        return List.of(
                change.comparison().scenario(),
                change.comparison().payload(),
                change.comparison().level(),
                change.adapter(),
                change.measure().title(),
                figure(change.before()),
                figure(change.after()),
                percent(change.ratio()),
                change.interval().map(ChangeWords::range).orElse(""),
                change.measure().word(change.verdict()));
    }

    /**
     * A figure in its own unit.
     *
     * @param value any
     * @return one decimal below 100, none above
     */
    public static String figure(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }

    /**
     * How far a ratio is from 1.
     *
     * @param ratio second over first
     * @return percent, with its sign
     */
    public static String percent(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100);
    }

    /**
     * Both ends of an interval of ratios.
     *
     * @param ratios second over first
     * @return percent, with their signs
     */
    public static String range(Interval ratios) {
        return percent(ratios.low()) + " to " + percent(ratios.high());
    }

    /**
     * How many figures changed, and how many cannot be told.
     *
     * @param changes between two runs
     * @return one sentence, without a full stop
     */
    public static String summary(Changes changes) {
        int count = changes.changes().size();
        if (count == 0) {
            return "no cell has figures in both runs";
        }
        long open = changes.changes().stream()
                .filter(change -> change.verdict() == Verdict.UNDECIDED)
                .count();
        String few = changes.changes().stream().allMatch(change -> Double.isInfinite(change.detectable()))
                ? "; a verdict needs " + Changes.FEWEST_UNITS + " processes of each mediator in each run: measure with"
                        + " forks"
                : "";
        return changes.real().size() + " of " + count + (count == 1 ? " figure" : " figures")
                + " changed beyond chance, " + open + " open" + few;
    }

    /**
     * Why a change has the verdict that it has.
     *
     * @param change any
     * @return half a sentence with the figures behind it
     */
    public static String why(Change change) {
        String units = change.unitsBefore() + " and " + change.unitsAfter() + " processes";
        if (Double.isInfinite(change.detectable())) {
            return units + ", and a verdict needs " + Changes.FEWEST_UNITS + " of each run";
        }
        String sharp = String.format(Locale.ROOT, "a change of %.1f %%", (change.detectable() - 1) * 100);
        return switch (change.verdict()) {
            case FASTER, SLOWER -> "p " + probability(change.pValue()) + ", " + units;
            case TIE -> sharp + " would have been seen, " + units;
            case UNDECIDED -> "only " + sharp + " could have been seen, " + units;
        };
    }

    private static String probability(double p) {
        return p < ONE_IN_A_THOUSAND ? "below 0.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    /**
     * What became of a cell that has figures in one run alone.
     *
     * @param transition any
     * @return one sentence
     */
    public static String sentence(Transition transition) {
        return transition.adapter() + " in " + transition.comparison().words()
                + (transition.lost() ? " has no figures any more: " : " has figures now; before: ")
                + transition.reason();
    }

    /**
     * What the machine did to a control.
     *
     * @param shift any
     * @return one sentence
     */
    public static String sentence(RigShift shift) {
        return "the rig: " + shift.measure().title() + " of " + shift.control() + " " + percent(shift.ratio())
                + " (median of its cells)";
    }
}
