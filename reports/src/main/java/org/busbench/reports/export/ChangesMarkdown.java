package org.busbench.reports.export;

import java.util.List;
import java.util.stream.Collectors;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.Changes;

/** What differs between runs as Markdown, to be pasted where a change is discussed. */
public final class ChangesMarkdown {

    private ChangesMarkdown() {}

    /** Writes comparisons with one base, one section each. */
    public static String of(List<Changes> comparisons) {
        return comparisons.stream().map(ChangesMarkdown::section).collect(Collectors.joining());
    }

    private static String section(Changes changes) {
        MarkdownTable table = new MarkdownTable(ChangeText.HEADER, 5, 6, 7, 8);
        for (Change change : changes.changes()) {
            table.row(ChangeText.row(change));
        }
        StringBuilder text = new StringBuilder();
        text.append("## ")
                .append(changes.before())
                .append(" → ")
                .append(changes.after())
                .append("\n\n")
                .append(ChangeText.summary(changes))
                .append(".\n\n");
        changes.transitions().forEach(transition -> item(text, ChangeText.sentence(transition)));
        List<String> caveats = ChangeText.caveats(changes);
        caveats.forEach(caveat -> item(text, caveat));
        text.append(changes.transitions().isEmpty() && caveats.isEmpty() ? "" : "\n");
        if (!changes.changes().isEmpty()) {
            text.append(table.text()).append('\n');
        }
        ChangeText.relativeTo(changes).forEach(sentence -> item(text, sentence));
        changes.rig().forEach(shift -> item(text, ChangeText.sentence(shift)));
        changes.circumstances().forEach(one -> item(text, one));
        return text.append('\n').toString();
    }

    private static void item(StringBuilder text, String sentence) {
        text.append("- ").append(MarkdownTable.escaped(sentence)).append('\n');
    }
}
