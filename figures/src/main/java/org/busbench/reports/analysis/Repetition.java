package org.busbench.reports.analysis;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.record.Latency;
import org.busbench.record.Publication;
import org.busbench.record.Publication.Claim;
import org.busbench.record.Publication.Condition;
import org.busbench.record.Publication.Entry;
import org.busbench.record.Publication.Figure;
import org.busbench.record.Publication.Place;
import org.busbench.record.Publication.Table;
import org.busbench.record.Publication.TestedSystem;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Interval;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.Proportion;

/**
 * A published test beside what this run says: each figure of its tables beside ours, and an answer to each of its claims.
 *
 * @param claims in the order of the publication
 */
public record Repetition(Publication publication, List<RepeatedTable> tables, List<Answered> claims) {

    /** The answer of a run to a claim. */
    public enum Answer {
        /** Each of its conditions holds beyond chance. */
        CONFIRMED("confirmed"),
        /** One of its conditions does not hold, beyond chance; of ramps, in no repeat. */
        REFUTED("refuted"),
        /** The run has too few blocks or repeats, or too much noise. */
        OPEN("open"),
        /** The run lacks what the claim is about. */
        CANNOT_BE_TOLD("cannot be told here");

        private final String words;

        Answer(String words) {
            this.words = words;
        }

        /** For people, and in the results of ramps. */
        public String words() {
            return words;
        }
    }

    /**
     * A claim and its answer.
     *
     * @param reason why it is open or cannot be told; empty where it is decided
     * @param findings one for each condition and level
     */
    public record Answered(Claim claim, Answer answer, String reason, List<Finding> findings) {}

    /**
     * A condition of a claim at one level.
     *
     * @param reason why it is open or cannot be told; empty where it is decided
     * @param value our figure in the publication's unit, or the ratio of two; null where there is none
     * @param interval where it lies with 95 %; null where that is not known
     * @param pValue of the decision, corrected for all findings of the run; null where there is none
     */
    public record Finding(
            Condition condition,
            Place place,
            Answer answer,
            String reason,
            Double value,
            Interval interval,
            int forks,
            Double pValue) {

        /** The claimed condition, for people: {@code goodput of mule at most 0.1 × that of direct, stub own c=200}. */
        public String claimed() {
            String bound = condition.value() == null
                    ? " " + condition.is().key()
                    : " " + condition.is().key().replace('-', ' ') + " "
                            + ParityBreak.plain(condition.value())
                            + (condition.against() == null
                                    ? " " + condition.figure().unit()
                                    : " ×");
            String other = condition.against() == null ? "" : " that of " + condition.against();
            return condition.figure().key() + " of " + condition.of() + bound + other + ", "
                    + new Comparison(place.scenario(), place.payload(), place.clients(), null).words();
        }

        /** The finding of this run, for people, with its 95 % interval; empty where there is no figure. */
        public String found() {
            if (value == null) {
                return "";
            }
            String unit = condition.against() == null ? " " + condition.figure().unit() : " ×";
            return digits(value)
                    + (interval == null ? "" : " (" + digits(interval.low()) + "–" + digits(interval.high()) + ")")
                    + unit;
        }
    }

    /** Failed requests, as far as they are known: {@code 142 of 2075}. */
    public static String errors(Long failed, Long requests) {
        return failed == null ? "" : failed + " of " + requests;
    }

    /** Three digits, or all before the point: {@code 0.0831}, {@code 1.25}, {@code 32.1}, {@code 506}. */
    public static String digits(double value) {
        double size = Math.abs(value);
        int places = size == 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        return String.format(Locale.ROOT, "%." + places + "f", value);
    }

    /** A table whose figures stand beside ours. */
    public record RepeatedTable(Table table, List<Row> rows) {}

    /**
     * A figure of a table beside ours.
     *
     * @param value ours in the same unit; null where there is none
     * @param interval where it lies; null where that is not known
     * @param failed requests that failed here; null without a trial
     * @param requests of how many; null without a trial
     * @param reason why there is no figure; empty where there is one
     */
    public record Row(Entry entry, Double value, Interval interval, Long failed, Long requests, String reason) {}

    /** Empty for a run whose suite repeats nothing. */
    static Optional<Repetition> of(RecordedRun run, List<Cell> cells) {
        return Optional.ofNullable(run.info().publication())
                .map(publication -> new Repetition(
                        publication,
                        publication.tables().stream()
                                .map(table -> new RepeatedTable(
                                        table,
                                        table.entries().stream()
                                                .map(entry -> row(run, publication, cells, entry))
                                                .toList()))
                                .toList(),
                        new Claims(run, publication, cells).answered()));
    }

    private static Row row(RecordedRun run, Publication publication, List<Cell> cells, Entry entry) {
        TestedSystem system = publication.system(entry.system());
        Optional<Cell> found = cell(cells, system, entry.place());
        Optional<String> absent = absence(run, system, entry.place(), found);
        Long failed = null;
        Long requests = null;
        if (found.isPresent() && !found.get().trials().isEmpty()) {
            failed = found.get().errors().total();
            requests = failed + found.get().verified();
        }
        if (entry.figure() == null || absent.isPresent()) {
            return new Row(entry, null, null, failed, requests, absent.orElse("busbench does not measure it"));
        }
        Cell cell = found.orElseThrow();
        Figures figures = cell.figures().orElseThrow();
        return switch (entry.figure()) {
            case GOODPUT ->
                row(entry, figures.goodputPerSecond(), cell.findings().goodput().orElse(null), failed, requests);
            case CPU ->
                row(
                        entry,
                        figures.cpuMicrosPerMessage().mediator(),
                        cell.findings().cpu().orElse(null),
                        failed,
                        requests);
            case SHORTEST, MEAN, P50, P90, P99 -> row(entry, millis(entry.figure(), cell), null, failed, requests);
            case ERROR_SHARE -> {
                Proportion share = Proportion.of(failed, requests);
                yield row(entry, (double) failed / requests, share.interval(), failed, requests);
            }
        };
    }

    private static Row row(Entry entry, Double value, Interval interval, Long failed, Long requests) {
        return new Row(
                entry, value, value == null ? null : interval, failed, requests, value == null ? "not measured" : "");
    }

    /** The median over the measured trials. */
    private static double millis(Figure figure, Cell cell) {
        return Median.of(Cells.measured(cell.trials()), trial -> millis(figure, trial));
    }

    /** A response time of a measured trial. */
    static double millis(Figure figure, Trial trial) {
        Latency micros = trial.result().latencyMicros();
        double found = switch (figure) {
            case SHORTEST -> micros.min();
            case MEAN -> micros.mean();
            case P50 -> micros.p50();
            case P90 -> micros.p90();
            case P99 -> micros.p99();
            case GOODPUT, CPU, ERROR_SHARE -> throw new IllegalArgumentException(figure.key() + " is no response time");
        };
        return found / figure.recordedUnits();
    }

    /** The closed cell of what stands for a system. */
    static Optional<Cell> cell(List<Cell> cells, TestedSystem system, Place place) {
        Comparison comparison = new Comparison(place.scenario(), place.payload(), place.clients(), null);
        return cells.stream()
                .filter(cell -> cell.adapter().name().equals(system.adapter()))
                .filter(cell -> cell.comparison().equals(comparison))
                .findFirst();
    }

    /** Why this run has no figure of a system at a place; empty where it has one. */
    static Optional<String> absence(RecordedRun run, TestedSystem system, Place place, Optional<Cell> cell) {
        String adapter = system.adapter();
        if (adapter == null) {
            return Optional.of("nothing stands for " + system.title() + ": " + system.note());
        }
        Optional<String> unavailable = run.info().unavailable().stream()
                .filter(one -> one.adapter().equals(adapter))
                .map(one -> adapter + " could not be started: " + one.reason())
                .findFirst();
        if (unavailable.isPresent()) {
            return unavailable;
        }
        if (run.info().adapters().stream().noneMatch(one -> one.name().equals(adapter))) {
            return Optional.of("this run has no " + adapter);
        }
        String words = new Comparison(place.scenario(), place.payload(), place.clients(), null).words();
        if (cell.isEmpty()) {
            return Optional.of("this run has no cell " + words + " of " + adapter);
        }
        if (cell.get().figures().isEmpty()) {
            return Optional.of(adapter + " has no figure at " + words + ": "
                    + (cell.get().reason().isEmpty()
                            ? "it was not reached"
                            : cell.get().reason()));
        }
        return Optional.empty();
    }
}
