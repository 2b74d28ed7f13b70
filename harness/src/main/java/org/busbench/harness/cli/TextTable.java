package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A table of plain text. Columns of figures are aligned to the right. */
final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(List<String> header) {
        rows.add(List.copyOf(header));
    }

    void row(List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells under " + rows.get(0));
        }
        rows.add(List.copyOf(cells));
    }

    /** At most so wide, as far as the columns before the last leave room: its text goes on below itself. */
    List<String> lines(int most) {
        int last = rows.get(0).size() - 1;
        int room = most;
        for (int column = 0; column < last; column++) {
            int at = column;
            room -= GAP.length()
                    + rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0);
        }
        Pattern part = Pattern.compile("^$|\\s*(?:(.{1," + room + "})(?=\\s|$)|(.{" + room + "}))");
        TextTable wrapped = new TextTable(rows.get(0));
        for (List<String> row : rows.subList(1, rows.size())) {
            List<String> cells = new ArrayList<>(row.subList(0, last));
            for (MatchResult found : part.matcher(row.get(last)).results().toList()) {
                cells.add(found.group().strip());
                wrapped.row(cells);
                cells = new ArrayList<>(Collections.nCopies(last, ""));
            }
        }
        return wrapped.lines();
    }

    List<String> lines() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        boolean[] figures = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            figures[column] = rows.size() > 1;
            for (int row = 0; row < rows.size(); row++) {
                String cell = rows.get(row).get(column);
                widths[column] = Math.max(widths[column], cell.length());
                figures[column] &= row == 0 || isFigure(cell);
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String padding = " ".repeat(widths[column] - row.get(column).length());
                line.append(column == 0 ? "" : GAP)
                        .append(figures[column] ? padding + row.get(column) : row.get(column) + padding);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static boolean isFigure(String cell) {
        return cell.isEmpty() || cell.equals("-") || Character.isDigit(cell.charAt(0));
    }
}
