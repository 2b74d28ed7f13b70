package org.busbench.reports.export;

import static org.busbench.reports.results.Results.each;

import java.util.List;
import java.util.Map;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.compare.Threshold.Judgement;
import org.busbench.reports.results.Fields;

/** What differs between runs, as JSON: docs/schema/changes-1.schema.json says of each field what it means. */
public final class ChangesJson {
    public static final String SCHEMA = "busbench/changes/1";

    private ChangesJson() {}

    /** Writes comparisons, and what became of thresholds in them. */
    public static String of(List<Changes> comparisons, List<Judgement> judgements) {
        return ResultsJson.text(Fields.of(
                "schema", SCHEMA,
                "comparisons", each(comparisons, ChangesJson::pair),
                "thresholds", each(judgements, ChangesJson::threshold)));
    }

    private static Map<String, Object> pair(Changes changes) {
        return Fields.of(
                "before", changes.before(),
                "after", changes.after(),
                "figures", each(changes.changes(), ChangesJson::figure),
                "outcomes", each(changes.transitions(), ChangesJson::outcome),
                "controls", each(changes.rig(), ChangesJson::control),
                "caveats", changes.caveats(),
                "circumstances", changes.circumstances());
    }

    private static Map<String, Object> figure(Change change) {
        return Fields.of(
                "measure", change.measure(),
                "adapter", change.adapter(),
                "rival", change.rival(),
                "scenario", change.comparison().scenario(),
                "payload", change.comparison().payload(),
                "concurrency", change.comparison().concurrency(),
                "ratePerSecond", change.comparison().ratePerSecond(),
                "before", change.before(),
                "after", change.after(),
                "unitsBefore", change.unitsBefore(),
                "unitsAfter", change.unitsAfter(),
                "ratio", change.ratio(),
                "interval", change.interval(),
                "pValue", change.pValue(),
                "detectable", change.detectable(),
                "verdict", change.verdict());
    }

    private static Map<String, Object> outcome(Changes.OutcomeChange change) {
        return Fields.of(
                "adapter", change.adapter(),
                "cell", change.comparison().words(),
                "before", change.before(),
                "after", change.after(),
                "reason", change.reason());
    }

    private static Map<String, Object> control(Changes.ControlShift shift) {
        return Fields.of("control", shift.control(), "measure", shift.measure(), "ratio", shift.ratio());
    }

    private static Map<String, Object> threshold(Judgement judgement) {
        return Fields.of(
                "text", judgement.threshold().text(),
                "run", judgement.run(),
                "adapter", judgement.adapter(),
                "cell", judgement.comparison().words(),
                "state", judgement.state(),
                "sentence", judgement.sentence());
    }
}
