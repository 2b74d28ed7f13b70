package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.Threshold.Judgement;

/** What differs between two runs, in lines for people. */
final class ChangeLines {

    private ChangeLines() {}

    /** The answer first; figures that stayed as they were only when all are asked for. */
    static List<String> of(Changes changes, boolean all) {
        List<String> lines = new ArrayList<>();
        lines.add(changes.before() + " -> " + changes.after());
        lines.add(ChangeText.summary(changes));
        changes.transitions().forEach(transition -> lines.add(ChangeText.sentence(transition)));
        ChangeText.caveats(changes).forEach(caveat -> lines.add("note: " + caveat));
        List<Change> shown = changes.changes().stream()
                .filter(change -> all || change.verdict() != Verdict.TIE)
                .toList();
        if (!shown.isEmpty()) {
            TextTable table = new TextTable(ChangeText.HEADER);
            shown.forEach(change -> table.row(ChangeText.row(change)));
            lines.addAll(table.lines());
        }
        lines.addAll(ChangeText.relativeTo(changes));
        changes.rig().forEach(shift -> lines.add(ChangeText.sentence(shift)));
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
                + judgement.comparison().words() + " in " + judgement.run() + ": " + judgement.sentence();
    }
}
