package org.busbench.reports.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.reports.analysis.Cell.Status;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Changes.OutcomeChange;
import org.busbench.reports.statistics.Interval;

/**
 * How much worse a figure may become from one run to the next: {@code cbr tps -5%}, {@code busbench xslt 10K c=20 cpu
 * +10%}, {@code cpu +3%}. Words before the figure narrow the cells: an adapter, a scenario, a payload, a concurrency.
 *
 * @param words that a cell must answer to, all of them
 * @param bound the worst ratio of second run to first that is allowed
 */
public record Threshold(String text, Set<String> words, Measure measure, double bound) {

    /** The state of a threshold in one cell. */
    public enum State {
        /** The figure became worse beyond chance, by more than is allowed; or the cell is no longer served. */
        BREACHED,
        /** All of the 95 % interval is allowed. */
        HELD,
        /** The runs cannot tell: the interval reaches over the bound, or the second run did not measure the cell. */
        UNDECIDED
    }

    /**
     * A threshold in one cell.
     *
     * @param run id of the second run
     */
    public record Judgement(
            Threshold threshold, String run, String adapter, Comparison comparison, State state, String sentence) {}

    private static final Map<String, Measure> MEASURES =
            new TreeMap<>(Map.of("tps", Measure.GOODPUT, "cpu", Measure.CPU, "instructions", Measure.INSTRUCTIONS));
    private static final int MOST_DIGITS = 6;
    private static final Pattern PERCENT = Pattern.compile("([+-])(\\d+(?:\\.\\d+)?)%");

    /**
     * Reads a threshold.
     *
     * @throws IllegalArgumentException with one line that says what is wrong and how it is written
     */
    public static Threshold parse(String text) {
        List<String> parts = Arrays.asList(text.strip().split("\\s+"));
        if (parts.size() < 2) {
            throw refused(text, "name a figure and by how much it may change");
        }
        Matcher percent = PERCENT.matcher(parts.get(parts.size() - 1));
        if (!percent.matches()) {
            throw refused(text, "'" + parts.get(parts.size() - 1) + "' is no signed percentage");
        }
        String name = parts.get(parts.size() - 2);
        Measure measure = MEASURES.get(name.toLowerCase(Locale.ROOT));
        if (measure == null) {
            throw refused(text, "'" + name + "' is no figure: choose one of " + MEASURES.keySet());
        }
        double share = Double.parseDouble(percent.group(2)) / 100;
        double bound = "-".equals(percent.group(1)) ? 1 - share : 1 + share;
        if (!(bound > 0) || bound == 1 || measure.better(Math.log(bound))) {
            throw refused(text, percent.group() + " would not be a loss of " + name);
        }
        return new Threshold(text.strip(), new TreeSet<>(parts.subList(0, parts.size() - 2)), measure, bound);
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("'" + text + "' is no threshold: " + why
                + " (as in 'cbr tps -5%' or 'busbench xslt 10K c=20 cpu +10%')");
    }

    /**
     * Holds two runs against it.
     *
     * @throws IllegalArgumentException when it speaks of none: a check that cannot fail is none
     */
    public List<Judgement> judge(Changes changes) {
        List<Judgement> judgements = new ArrayList<>();
        changes.changes().stream()
                .filter(change -> change.measure() == measure)
                .filter(change -> matches(change.adapter(), change.comparison()))
                .map(change -> judgement(
                        changes.after(),
                        change.adapter(),
                        change.comparison(),
                        change.ratio(),
                        change.interval(),
                        change.verdict()))
                .forEach(judgements::add);
        changes.transitions().stream()
                .filter(OutcomeChange::lost)
                .filter(lost -> matches(lost.adapter(), lost.comparison()))
                .map(lost -> judgement(changes.after(), lost))
                .forEach(judgements::add);
        if (judgements.isEmpty()) {
            boolean known = changes.changes().stream().anyMatch(change -> change.measure() == measure);
            throw new IllegalArgumentException("'" + text + "' speaks of no cell that both " + changes.before()
                    + " and " + changes.after() + " measured: "
                    + (known
                            ? "check its words " + words
                            : "no cell has " + measure.label()
                                    + " in both; 'busbench doctor' says whether a machine counts them"));
        }
        changes.alone().stream()
                .filter(cell -> cell.run().equals(changes.before()) && matches(cell.adapter(), cell.comparison()))
                .map(cell -> new Judgement(
                        this,
                        changes.after(),
                        cell.adapter(),
                        cell.comparison(),
                        State.UNDECIDED,
                        "was measured before, and " + changes.after() + " was not to measure it"))
                .forEach(judgements::add);
        return judgements;
    }

    /**
     * Holds the seconds of duets against it, each against its first.
     *
     * @throws IllegalArgumentException when it speaks of none, or of a figure that duets do not have
     */
    public List<Judgement> judge(String run, List<DuetContrast> duets) {
        List<Judgement> judgements = duets.stream()
                .filter(duet -> duet.measure() == measure)
                .filter(duet -> matches(duet.pair().second(), duet.comparison()))
                .map(duet -> judgement(
                        run, duet.pair().second(), duet.comparison(), duet.ratio(), duet.interval(), duet.verdict()))
                .toList();
        if (judgements.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' speaks of no duet of " + run + ": check its words "
                    + words + "; a duet has tps and cpu, and no instructions");
        }
        return judgements;
    }

    private Judgement judgement(
            String run,
            String adapter,
            Comparison comparison,
            double ratio,
            Optional<Interval> interval,
            Verdict verdict) {
        boolean allowed = interval.filter(range -> !worse(range.low()) && !worse(range.high()))
                .isPresent();
        State state =
                verdict == Verdict.SLOWER && worse(ratio) ? State.BREACHED : allowed ? State.HELD : State.UNDECIDED;
        String sentence = percent(ratio)
                + interval.map(range -> ", 95 % interval " + percent(range.low()) + " to " + percent(range.high()))
                        .orElse(", no interval: too few processes, or others disturbed them")
                + " (" + measure.word(verdict) + ")";
        return new Judgement(this, run, adapter, comparison, state, sentence);
    }

    /** With as many digits as tell it from the bound. */
    private String percent(double ratio) {
        String text = ChangeText.percent(ratio);
        for (int digits = 1; digits <= MOST_DIGITS && ratio != bound; digits++) {
            text = ChangeText.percent(ratio, digits);
            if (!text.equals(ChangeText.percent(bound, digits))) {
                return text;
            }
        }
        return text;
    }

    private Judgement judgement(String run, OutcomeChange lost) {
        return new Judgement(
                this,
                run,
                lost.adapter(),
                lost.comparison(),
                lost.after() == Status.NOT_REACHED ? State.UNDECIDED : State.BREACHED,
                "was measured before and has no figures now: " + lost.reason());
    }

    private boolean matches(String adapter, Comparison comparison) {
        return List.of(adapter, comparison.scenario(), comparison.payload(), comparison.level())
                .containsAll(words);
    }

    private boolean worse(double ratio) {
        return ratio != bound && !measure.better(Math.log(ratio / bound));
    }
}
