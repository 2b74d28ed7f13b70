package org.busbench.reports.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Locale;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.Threshold.Judgement;
import org.busbench.reports.statistics.Interval;

/**
 * What differs between runs, as JSON: docs/schema/changes-1.schema.json describes it. What is not known is null; ratios are
 * second run over first.
 */
public record ChangesJson(String schema, List<Pair> comparisons, List<Threshold> thresholds) {

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/changes/1";

    /** One comparison of two runs. */
    public record Pair(
            String before,
            String after,
            List<Figure> figures,
            List<Outcome> outcomes,
            List<Control> controls,
            List<String> caveats,
            List<String> circumstances) {

        static Pair of(Changes changes) {
            return new Pair(
                    changes.before(),
                    changes.after(),
                    changes.changes().stream().map(Figure::of).toList(),
                    changes.transitions().stream().map(Outcome::of).toList(),
                    changes.rig().stream()
                            .map(shift -> new Control(shift.control(), key(shift.measure()), shift.ratio()))
                            .toList(),
                    changes.caveats(),
                    changes.circumstances());
        }
    }

    /**
     * One figure of an adapter in a cell.
     *
     * @param rival beside which it was in duets, in whose ratio {@code before} and {@code after} are; null of solo trials
     * @param detectable the smallest ratio above 1 that would have been found; null when nothing would
     * @param verdict of the second run: faster, slower, tie or open
     */
    public record Figure(
            String measure,
            String adapter,
            String rival,
            String scenario,
            String payload,
            int concurrency,
            Double ratePerSecond,
            double before,
            double after,
            int unitsBefore,
            int unitsAfter,
            double ratio,
            Interval interval,
            double pValue,
            Double detectable,
            String verdict) {

        static Figure of(Change change) {
            return new Figure(
                    key(change.measure()),
                    change.adapter(),
                    change.rival().orElse(null),
                    change.comparison().scenario(),
                    change.comparison().payload(),
                    change.comparison().concurrency(),
                    change.comparison().ratePerSecond(),
                    change.before(),
                    change.after(),
                    change.unitsBefore(),
                    change.unitsAfter(),
                    change.ratio(),
                    change.interval().orElse(null),
                    change.pValue(),
                    Double.isFinite(change.detectable()) ? (Double) change.detectable() : null,
                    key(change.verdict()));
        }
    }

    /** A cell that has figures in one run only. */
    public record Outcome(String adapter, String cell, String before, String after, String reason) {

        static Outcome of(Changes.OutcomeChange change) {
            return new Outcome(
                    change.adapter(),
                    change.comparison().words(),
                    key(change.before()),
                    key(change.after()),
                    change.reason());
        }
    }

    /** How a control moved from run to run: what the machine did. */
    public record Control(String control, String measure, double ratio) {}

    /** The state of a threshold in a cell: breached, held or undecided. */
    public record Threshold(String text, String run, String adapter, String cell, String state, String sentence) {

        static Threshold of(Judgement judgement) {
            return new Threshold(
                    judgement.threshold().text(),
                    judgement.run(),
                    judgement.adapter(),
                    judgement.comparison().words(),
                    key(judgement.state()),
                    judgement.sentence());
        }
    }

    /** Writes comparisons, and what became of thresholds in them. */
    public static String of(List<Changes> comparisons, List<Judgement> judgements) {
        ChangesJson json = new ChangesJson(
                SCHEMA,
                comparisons.stream().map(Pair::of).toList(),
                judgements.stream().map(Threshold::of).toList());
        try {
            return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("changes cannot be written as JSON", e);
        }
    }

    private static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
