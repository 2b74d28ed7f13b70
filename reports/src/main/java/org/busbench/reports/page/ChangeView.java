package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;

/**
 * A figure of an adapter in a cell, as the page of a comparison shows it.
 *
 * @param measure {@code goodput}, {@code cpu} or {@code instructions}
 * @param before in the first run
 * @param path the change over all runs, drawn; null with one later run
 */
record ChangeView(
        String adapter,
        String look,
        String scenario,
        String payload,
        String size,
        String level,
        String measure,
        String figure,
        String before,
        String exactBefore,
        List<Later> later,
        ChangePath path) {

    /** Rows with the same kind of answer. */
    record Group(String id, String title, String about, String none, List<ChangeView> rows) {

        int count() {
            return rows.size();
        }
    }

    /**
     * What a later run says.
     *
     * @param known whether both runs have the figure
     * @param exactRatio later over first, as compared
     * @param percent how far that is from 1
     * @param range its interval; empty without one
     * @param drawn the ratio and its interval; null where it is not known
     */
    record Later(
            String run,
            boolean known,
            String after,
            String exactAfter,
            String exactRatio,
            String percent,
            String range,
            String word,
            String mark,
            String why,
            Forest drawn) {}

    static List<Group> groups(ChangedFigures figures, Palette palette) {
        double span = Forest.span(figures.rows().stream()
                .flatMap(row -> row.changes().stream())
                .flatMap(Optional::stream)
                .toList());
        return Stream.of(ChangedFigures.Kind.values())
                .map(kind -> new Group(
                        kind.name().toLowerCase(Locale.ROOT),
                        title(kind),
                        about(kind),
                        none(kind),
                        figures.of(kind).stream()
                                .map(row -> of(row, figures.runs(), palette, span))
                                .toList()))
                .toList();
    }

    private static String title(ChangedFigures.Kind kind) {
        return switch (kind) {
            case CHANGED -> "Really changed";
            case OPEN -> "Cannot be told";
            case SAME -> "Did not change";
        };
    }

    private static String about(ChangedFigures.Kind kind) {
        return switch (kind) {
            case CHANGED ->
                "Beyond chance, corrected for all cells of the two runs by the same figure (Holm); the"
                        + " largest change first.";
            case OPEN -> "No change was found, but one of 10 % could have been missed: the reason stands in each row.";
            case SAME -> "No change was found, and one of 10 % would have been, nine times of ten.";
        };
    }

    private static String none(ChangedFigures.Kind kind) {
        return switch (kind) {
            case CHANGED -> "Nothing changed beyond chance.";
            case OPEN -> "Nothing: every other figure has a verdict.";
            case SAME -> "No figure is known to be as it was.";
        };
    }

    private static ChangeView of(ChangedFigures.Row row, List<String> runs, Palette palette, double span) {
        Change any = row.any();
        List<Later> later = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            String run = runs.get(i);
            later.add(row.changes()
                    .get(i)
                    .map(one -> later(run, one, span))
                    .orElseGet(() -> new Later(run, false, "", "", "", "", "", "", "", "", null)));
        }
        return new ChangeView(
                any.adapter(),
                palette.of(any.adapter()),
                any.comparison().scenario(),
                any.comparison().payload(),
                Format.payload(any.comparison().payload()),
                Format.level(any.comparison()),
                any.measure().name().toLowerCase(Locale.ROOT),
                any.measure().title(),
                ChangeText.figure(any.before()),
                Double.toString(any.before()),
                later,
                row.changes().size() > 1 ? ChangePath.of(row.changes()) : null);
    }

    private static Later later(String run, Change change, double span) {
        return new Later(
                run,
                true,
                ChangeText.figure(change.after()),
                Double.toString(change.after()),
                Double.toString(change.ratio()),
                ChangeText.percent(change.ratio()),
                change.interval().map(ChangeText::range).orElse(""),
                change.measure().word(change.verdict()),
                Forest.mark(change.verdict()),
                ChangeText.why(change)
                        + (change.controls().isEmpty()
                                ? "; no control beside it: a change of the machine counts as its own"
                                : "; relative to " + String.join(", ", change.controls())),
                Forest.of(change, span));
    }
}
