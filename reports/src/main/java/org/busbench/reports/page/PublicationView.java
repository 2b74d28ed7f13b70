package org.busbench.reports.page;

import java.util.List;
import java.util.Optional;
import org.busbench.record.Publication;
import org.busbench.record.Publication.TestedSystem;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Repetition;
import org.busbench.reports.analysis.Repetition.Answer;
import org.busbench.reports.analysis.Repetition.Answered;
import org.busbench.reports.analysis.Repetition.RepeatedTable;

/**
 * A published test beside the run that repeats it.
 *
 * @param count how many claims have which answer, in words
 */
record PublicationView(
        String title,
        String source,
        String published,
        String about,
        String count,
        List<ClaimRow> claims,
        List<TableView> tables,
        List<SystemRow> systems) {

    /** A claim; {@code mark} is the class of its answer. */
    record ClaimRow(
            String id,
            String text,
            String answer,
            String mark,
            String reason,
            String note,
            List<FindingRow> findings) {}

    /** A condition of it at one level; {@code found} is empty where there is no figure. */
    record FindingRow(String claimed, String found, String exact, String mark) {}

    /** A table of the publication; {@code unreadable} is empty where it has rows. */
    record TableView(String title, String unreadable, List<FigureRow> rows) {}

    /** A figure of it beside ours; what is unknown is empty. */
    record FigureRow(
            String system,
            String adapter,
            String look,
            String where,
            String label,
            String unit,
            String published,
            String publishedErrors,
            String here,
            String exact,
            String range,
            String errors,
            String ratio,
            String reason) {}

    /** The adapter that stands for a system; empty where none does. */
    record SystemRow(String title, String adapter, String look, String note) {}

    /** Null for a run whose suite repeats nothing: the template has no section then. */
    static PublicationView of(Analysis analysis, Palette palette) {
        return analysis.repetition()
                .map(found -> of(found, analysis.run().info().suite(), palette))
                .orElse(null);
    }

    private static PublicationView of(Repetition repetition, Suite suite, Palette palette) {
        Publication publication = repetition.publication();
        return new PublicationView(
                publication.title(),
                publication.source(),
                publication.published(),
                publication.about(),
                count(repetition.claims()),
                repetition.claims().stream().map(PublicationView::claim).toList(),
                repetition.tables().stream()
                        .map(table -> table(table, publication, suite, palette))
                        .toList(),
                publication.systems().stream()
                        .map(system -> new SystemRow(
                                system.title(), adapter(system), look(system, palette), empty(system.note())))
                        .toList());
    }

    private static String count(List<Answered> claims) {
        return List.of(Answer.values()).stream()
                .map(answer ->
                        claims.stream().filter(one -> one.answer() == answer).count() + " " + answer.words())
                .reduce((first, second) -> first + ", " + second)
                .orElseThrow();
    }

    private static ClaimRow claim(Answered answered) {
        return new ClaimRow(
                answered.claim().id(),
                answered.claim().text(),
                answered.answer().words(),
                mark(answered.answer()),
                answered.reason(),
                empty(answered.claim().note()),
                answered.findings().stream()
                        .filter(finding -> finding.value() != null)
                        .map(finding -> new FindingRow(
                                finding.claimed(),
                                finding.found(),
                                Double.toString(finding.value()),
                                mark(finding.answer())))
                        .toList());
    }

    private static String mark(Answer answer) {
        return switch (answer) {
            case CONFIRMED -> "good";
            case REFUTED -> "bad";
            case OPEN -> "warn";
            case CANNOT_BE_TOLD -> "";
        };
    }

    private static TableView table(RepeatedTable table, Publication publication, Suite suite, Palette palette) {
        return new TableView(
                table.table().title(),
                empty(table.table().unreadable()),
                table.rows().stream()
                        .map(row -> row(row, publication, suite, palette))
                        .toList());
    }

    private static FigureRow row(Repetition.Row row, Publication publication, Suite suite, Palette palette) {
        TestedSystem system = publication.system(row.entry().system());
        Publication.Place place = row.entry().place();
        boolean ratio = row.value() != null && row.entry().value() > 0;
        return new FigureRow(
                system.title(),
                adapter(system),
                look(system, palette),
                Format.scenario(suite, place.scenario()) + ", " + Format.payload(place.payload()) + ", "
                        + Format.clients(place.clients()),
                row.entry().label(),
                row.entry().unit(),
                Repetition.digits(row.entry().value()),
                Repetition.errors(row.entry().failed(), row.entry().requests()),
                row.value() == null ? "" : Repetition.digits(row.value()),
                row.value() == null ? "" : Double.toString(row.value()),
                row.interval() == null
                        ? ""
                        : Repetition.digits(row.interval().low()) + "–"
                                + Repetition.digits(row.interval().high()),
                Repetition.errors(row.failed(), row.requests()),
                ratio ? Repetition.digits(row.value() / row.entry().value()) + " ×" : "",
                row.reason());
    }

    private static String adapter(TestedSystem system) {
        return empty(system.adapter());
    }

    private static String look(TestedSystem system, Palette palette) {
        return Optional.ofNullable(system.adapter()).map(palette::of).orElse("");
    }

    private static String empty(String text) {
        return text == null ? "" : text;
    }
}
