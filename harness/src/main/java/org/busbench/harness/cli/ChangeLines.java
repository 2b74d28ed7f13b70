package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.RigShift;
import org.busbench.reports.compare.Threshold.Judgement;
import org.busbench.reports.compare.Transition;

/** What differs between two runs, in lines for people. */
final class ChangeLines {

    private static final List<String> HEADER =
            List.of("scenario", "payload", "load", "adapter", "figure", "before", "after", "change", "95 %", "verdict");

    private ChangeLines() {}

    /** The answer first; figures that stayed as they were only when all are asked for. */
    static List<String> of(Changes changes, boolean all) {
        List<String> lines = new ArrayList<>();
        lines.add(changes.before() + " -> " + changes.after());
        lines.add(summary(changes));
        changes.transitions().forEach(transition -> lines.add(line(transition)));
        List<Change> shown = changes.changes().stream()
                .filter(change -> all || change.verdict() != Verdict.TIE)
                .toList();
        if (!shown.isEmpty()) {
            TextTable table = new TextTable(HEADER);
            shown.forEach(change -> table.row(row(change)));
            lines.addAll(table.lines());
        }
        changes.rig().forEach(shift -> lines.add(line(shift)));
        if (!changes.circumstances().isEmpty()) {
            lines.add("beside the figures these differ:");
            changes.circumstances().forEach(one -> lines.add("  " + one));
        }
        lines.add("");
        return lines;
    }

    static String of(Judgement judgement) {
        return judgement.state().name().toLowerCase(Locale.ROOT) + ": "
                + judgement.threshold().text() + ": " + judgement.adapter() + " "
                + judgement.comparison().scenario() + " "
                + judgement.comparison().payload() + " "
                + judgement.comparison().level() + ": " + judgement.sentence();
    }

    private static String summary(Changes changes) {
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
        return changes.real().size() + " of " + Progress.count(count, "figure") + " changed beyond chance, " + open
                + " open" + few;
    }

    private static String line(Transition transition) {
        return transition.adapter() + " in " + transition.comparison().scenario() + " "
                + transition.comparison().payload() + " "
                + transition.comparison().level()
                + (transition.lost() ? " has no figures any more: " : " has figures now; before: ")
                + transition.reason();
    }

    private static String line(RigShift shift) {
        return "the rig: " + shift.measure().title() + " of " + shift.control() + " " + percent(shift.ratio())
                + " (median of its cells)";
    }

    private static List<String> row(Change change) {
        return List.of(
                change.comparison().scenario(),
                change.comparison().payload(),
                change.comparison().level(),
                change.adapter(),
                change.measure().title(),
                figure(change.before()),
                figure(change.after()),
                percent(change.ratio()),
                change.interval()
                        .map(range -> percent(range.low()) + " to " + percent(range.high()))
                        .orElse(""),
                change.measure().word(change.verdict()));
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }

    private static String percent(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100);
    }
}
