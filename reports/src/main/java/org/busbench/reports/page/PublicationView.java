package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Publication;
import org.busbench.record.Publication.TestedSystem;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Repetition;
import org.busbench.reports.analysis.Repetition.Answer;
import org.busbench.reports.results.Fields;

/** A published test beside the run that repeats it. */
record PublicationView(Repetition repetition, Suite suite, Palette palette) {

    /** Empty for a run whose suite repeats nothing: the page has no section then. */
    static Optional<Map<String, Object>> of(Analysis analysis, Palette palette) {
        Suite suite = analysis.run().info().suite();
        return analysis.repetition().map(found -> new PublicationView(found, suite, palette).fields());
    }

    private Map<String, Object> fields() {
        return Fields.of(
                "of", repetition.publication(),
                "count", Stream.of(Answer.values()).map(this::count).collect(Collectors.joining(", ")),
                "claims", each(repetition.claims(), PublicationView::claim),
                "tables", each(repetition.tables(), this::table),
                "systems", each(repetition.publication().systems(), this::system));
    }

    private String count(Answer answer) {
        return repetition.claims().stream()
                        .filter(one -> one.answer() == answer)
                        .count() + " " + answer.words();
    }

    private static Map<String, Object> claim(Repetition.Answered answered) {
        return Fields.of(
                "claim", answered.claim(),
                "answer", answered.answer().words(),
                "mark", mark(answered.answer()),
                "reason", answered.reason(),
                "findings",
                        answered.findings().stream()
                                .filter(finding -> finding.value() != null)
                                .map(PublicationView::finding)
                                .toList());
    }

    private static Map<String, Object> finding(Repetition.Finding finding) {
        return Fields.of(
                "claimed", finding.claimed(),
                "found", finding.found(),
                "exact", finding.value().toString(),
                "mark", mark(finding.answer()));
    }

    private static String mark(Answer answer) {
        return switch (answer) {
            case CONFIRMED -> "good";
            case REFUTED -> "bad";
            case OPEN -> "warn";
            case CANNOT_BE_TOLD -> "";
        };
    }

    private Map<String, Object> table(Repetition.RepeatedTable table) {
        return Fields.of(
                "of", table.table(),
                "rows", each(table.rows(), this::row));
    }

    /** A figure of it beside ours. */
    private Map<String, Object> row(Repetition.Row row) {
        Publication.Entry entry = row.entry();
        Publication.Place place = entry.place();
        Optional<Double> value = Optional.ofNullable(row.value());
        return Fields.of(
                "system", system(repetition.publication().system(entry.system())),
                "where",
                        Format.scenario(suite, place.scenario()) + ", " + Format.payload(place.payload()) + ", "
                                + Format.clients(place.clients()),
                "label", entry.label(),
                "unit", entry.unit(),
                "published", Repetition.digits(entry.value()),
                "publishedErrors", Repetition.errors(entry.failed(), entry.requests()),
                "here", value.map(Repetition::digits),
                "exact", value.map(Object::toString),
                "range",
                        Optional.ofNullable(row.interval())
                                .map(range -> Repetition.digits(range.low()) + "–" + Repetition.digits(range.high())),
                "errors", Repetition.errors(row.failed(), row.requests()),
                "ratio",
                        value.filter(any -> entry.value() > 0)
                                .map(ours -> Repetition.digits(ours / entry.value()) + " ×"),
                "reason", row.reason());
    }

    /** A system that was measured, and the adapter that stands for it. */
    private Map<String, Object> system(TestedSystem system) {
        return Fields.of("of", system, "look", system.adapter() == null ? null : palette.of(system.adapter()));
    }
}
