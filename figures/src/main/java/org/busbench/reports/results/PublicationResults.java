package org.busbench.reports.results;

import java.util.List;
import java.util.Locale;
import org.busbench.record.Publication.Condition;
import org.busbench.record.Publication.Place;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Repetition;
import org.busbench.reports.statistics.Interval;

/**
 * A published test beside the run that repeats it. Figures are in the unit that stands beside them.
 *
 * @param published date, as far as it is known
 */
public record PublicationResults(
        String name,
        String title,
        String source,
        String published,
        List<TestedSystem> systems,
        List<Table> tables,
        List<Claim> claims) {

    /** A system of the published test; {@code adapter} stands for it here and is null where none does. */
    public record TestedSystem(String name, String title, String adapter, String note) {}

    /** A table; {@code unreadable} says why it has no rows, and is null where it has. */
    public record Table(String id, String title, String unreadable, List<Row> rows) {}

    /**
     * A figure of a table beside ours.
     *
     * @param adapter what stands for the system; null where nothing does
     * @param figure which of our figures it is; null for one that busbench does not measure
     * @param publishedFailed null where the table does not say
     * @param value ours; null where there is none, and {@code reason} says why
     * @param failed ours; null without a trial
     */
    public record Row(
            String system,
            String adapter,
            String scenario,
            String payload,
            int concurrency,
            String figure,
            String label,
            String unit,
            double publishedValue,
            Long publishedFailed,
            Long publishedRequests,
            Double value,
            Interval interval,
            Long failed,
            Long requests,
            String reason) {

        static Row of(Repetition repetition, Repetition.Row row) {
            return new Row(
                    row.entry().system(),
                    repetition.publication().system(row.entry().system()).adapter(),
                    row.entry().place().scenario(),
                    row.entry().place().payload(),
                    row.entry().place().clients(),
                    row.entry().figure() == null ? null : row.entry().figure().key(),
                    row.entry().label(),
                    row.entry().unit(),
                    row.entry().value(),
                    row.entry().failed(),
                    row.entry().requests(),
                    row.value(),
                    row.interval(),
                    row.failed(),
                    row.requests(),
                    row.reason());
        }
    }

    /**
     * A claim and the answer of the run.
     *
     * @param answer {@code confirmed}, {@code refuted}, {@code open} or {@code cannot-be-told}
     * @param reason why it is open or cannot be told; empty where it is decided
     */
    public record Claim(String id, String text, String answer, String reason, String note, List<Finding> findings) {

        static Claim of(Repetition.Answered answered) {
            return new Claim(
                    answered.claim().id(),
                    answered.claim().text(),
                    key(answered.answer()),
                    answered.reason(),
                    answered.claim().note(),
                    answered.findings().stream().map(Finding::of).toList());
        }
    }

    /**
     * A condition of a claim at one level.
     *
     * @param of the system whose figure it is
     * @param against the system to which the figure is a ratio; null where it is the figure itself
     * @param bound null where the condition has none
     * @param pValue corrected for all findings; null where there is no verdict
     */
    public record Finding(
            String figure,
            String of,
            String against,
            String relation,
            Double bound,
            String scenario,
            String payload,
            int concurrency,
            String answer,
            String reason,
            Double value,
            Interval interval,
            int forks,
            Double pValue) {

        static Finding of(Repetition.Finding finding) {
            Condition condition = finding.condition();
            Place place = finding.place();
            return new Finding(
                    condition.figure().key(),
                    condition.of(),
                    condition.against(),
                    condition.is().key(),
                    condition.value(),
                    place.scenario(),
                    place.payload(),
                    place.clients(),
                    key(finding.answer()),
                    finding.reason(),
                    finding.value(),
                    finding.interval(),
                    finding.forks(),
                    finding.pValue());
        }
    }

    /** Null for a run whose suite repeats nothing. */
    static PublicationResults of(Analysis analysis) {
        return analysis.repetition().map(PublicationResults::of).orElse(null);
    }

    private static PublicationResults of(Repetition repetition) {
        return new PublicationResults(
                repetition.publication().name(),
                repetition.publication().title(),
                repetition.publication().source(),
                repetition.publication().published(),
                repetition.publication().systems().stream()
                        .map(system -> new TestedSystem(system.name(), system.title(), system.adapter(), system.note()))
                        .toList(),
                repetition.tables().stream()
                        .map(table -> new Table(
                                table.table().id(),
                                table.table().title(),
                                table.table().unreadable(),
                                table.rows().stream()
                                        .map(row -> Row.of(repetition, row))
                                        .toList()))
                        .toList(),
                repetition.claims().stream().map(Claim::of).toList());
    }

    private static String key(Repetition.Answer answer) {
        return answer.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
