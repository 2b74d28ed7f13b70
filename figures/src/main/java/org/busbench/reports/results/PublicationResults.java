package org.busbench.reports.results;

import java.util.Map;
import org.busbench.record.Publication;
import org.busbench.record.Publication.Condition;
import org.busbench.record.Publication.Place;
import org.busbench.reports.analysis.Repetition;

/** A published test beside the run that repeats it. Figures are in the unit that stands beside them. */
final class PublicationResults {
    private PublicationResults() {}

    static Map<String, Object> of(Repetition repetition) {
        Publication publication = repetition.publication();
        return Fields.of(
                "name", publication.name(),
                "title", publication.title(),
                "source", publication.source(),
                "published", publication.published(),
                "systems", Results.each(publication.systems(), PublicationResults::system),
                "tables", Results.each(repetition.tables(), table -> table(publication, table)),
                "claims", Results.each(repetition.claims(), PublicationResults::claim));
    }

    private static Map<String, Object> system(Publication.TestedSystem system) {
        return Fields.of(
                "name", system.name(),
                "title", system.title(),
                "adapter", system.adapter(),
                "note", system.note());
    }

    private static Map<String, Object> table(Publication publication, Repetition.RepeatedTable table) {
        return Fields.of(
                "id", table.table().id(),
                "title", table.table().title(),
                "unreadable", table.table().unreadable(),
                "rows", Results.each(table.rows(), row -> row(publication, row)));
    }

    private static Map<String, Object> row(Publication publication, Repetition.Row row) {
        Place place = row.entry().place();
        return Fields.of(
                "system", row.entry().system(),
                "adapter", publication.system(row.entry().system()).adapter(),
                "scenario", place.scenario(),
                "payload", place.payload(),
                "concurrency", place.clients(),
                "figure", row.entry().figure(),
                "label", row.entry().label(),
                "unit", row.entry().unit(),
                "publishedValue", row.entry().value(),
                "publishedFailed", row.entry().failed(),
                "publishedRequests", row.entry().requests(),
                "value", row.value(),
                "interval", row.interval(),
                "failed", row.failed(),
                "requests", row.requests(),
                "reason", row.reason());
    }

    private static Map<String, Object> claim(Repetition.Answered answered) {
        return Fields.of(
                "id", answered.claim().id(),
                "text", answered.claim().text(),
                "answer", answered.answer(),
                "reason", answered.reason(),
                "note", answered.claim().note(),
                "findings", Results.each(answered.findings(), PublicationResults::finding));
    }

    private static Map<String, Object> finding(Repetition.Finding finding) {
        Condition condition = finding.condition();
        Place place = finding.place();
        return Fields.of(
                "figure", condition.figure(),
                "of", condition.of(),
                "against", condition.against(),
                "relation", condition.is(),
                "bound", condition.value(),
                "scenario", place.scenario(),
                "payload", place.payload(),
                "concurrency", place.clients(),
                "answer", finding.answer(),
                "reason", finding.reason(),
                "value", finding.value(),
                "interval", finding.interval(),
                "forks", finding.forks(),
                "pValue", finding.pValue());
    }
}
