package org.busbench.reports.export;

import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.RigShift;
import org.busbench.reports.compare.Transition;

/** What differs between runs as Markdown, to be pasted where a change is discussed. */
public final class ChangesMarkdown {

    private ChangesMarkdown() {}

    /**
     * Writes comparisons with one base, one section each.
     *
     * @param comparisons of the base with each later run
     * @return the text, ending with a line break
     */
    public static String of(List<Changes> comparisons) {
        StringBuilder text = new StringBuilder();
        comparisons.forEach(changes -> section(text, changes));
        return text.toString();
    }

    private static void section(StringBuilder text, Changes changes) {
        text.append("## ")
                .append(changes.before())
                .append(" → ")
                .append(changes.after())
                .append("\n\n");
        text.append(changes.real().size())
                .append(" of ")
                .append(changes.changes().size())
                .append(" figures changed beyond chance.\n\n");
        changes.transitions()
                .forEach(
                        transition -> text.append("- ").append(line(transition)).append('\n'));
        if (!changes.transitions().isEmpty()) {
            text.append('\n');
        }
        text.append("| scenario | payload | load | adapter | figure | before | after | change | 95 % | verdict |\n");
        text.append("|---|---|---|---|---|--:|--:|--:|--:|---|\n");
        changes.changes().forEach(change -> text.append(row(change)));
        text.append('\n');
        changes.rig().forEach(shift -> text.append("- ").append(line(shift)).append('\n'));
        changes.circumstances()
                .forEach(one -> text.append("- ").append(escaped(one)).append('\n'));
        text.append('\n');
    }

    private static String row(Change change) {
        Comparison comparison = change.comparison();
        return "| "
                + String.join(
                        " | ",
                        comparison.scenario(),
                        comparison.payload(),
                        comparison.level(),
                        escaped(change.adapter()),
                        change.measure().title(),
                        figure(change.before()),
                        figure(change.after()),
                        percent(change.ratio()),
                        change.interval()
                                .map(range -> percent(range.low()) + " to " + percent(range.high()))
                                .orElse(""),
                        change.measure().word(change.verdict()))
                + " |\n";
    }

    private static String line(Transition transition) {
        return transition.adapter() + " in " + transition.comparison().scenario() + " "
                + transition.comparison().payload() + " "
                + transition.comparison().level()
                + (transition.lost() ? ": no figures any more: " : ": has figures now; before: ")
                + escaped(transition.reason());
    }

    private static String line(RigShift shift) {
        return "rig: " + shift.measure().title() + " of " + shift.control() + " " + percent(shift.ratio());
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }

    private static String percent(double ratio) {
        return String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100);
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|").replaceAll("\\s+", " ");
    }
}
