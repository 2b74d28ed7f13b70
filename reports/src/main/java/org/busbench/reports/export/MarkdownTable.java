package org.busbench.reports.export;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table as GitHub's Markdown knows it. No text of a cell can end it. */
final class MarkdownTable {

    private final int columns;
    private final StringBuilder text = new StringBuilder();

    /** With these headings; figures are columns that are aligned to the right, counted from 0. */
    MarkdownTable(List<String> header, int... figures) {
        columns = header.size();
        Set<Integer> right = new TreeSet<>();
        IntStream.of(figures).forEach(right::add);
        row(header);
        text.append(IntStream.range(0, columns)
                        .mapToObj(column -> right.contains(column) ? "--:" : "---")
                        .collect(Collectors.joining("|", "|", "|")))
                .append('\n');
    }

    void row(List<String> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells in a table of " + columns);
        }
        text.append(cells.stream().map(MarkdownTable::escaped).collect(Collectors.joining(" | ", "| ", " |")))
                .append('\n');
    }

    String text() {
        return text.toString();
    }

    /** In one line, without what means something to a table or to HTML. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\\", "\\\\")
                .replace("|", "\\|")
                .replaceAll("\\s+", " ");
    }
}
