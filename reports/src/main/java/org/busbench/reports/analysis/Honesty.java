package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.busbench.reports.run.Reconciliation;
import org.busbench.reports.run.Trial;
import org.busbench.reports.statistics.Proportion;

/** What the counts at both ends of the wire, and the responses that were compared in full, say of a cell. */
final class Honesty {

    private Honesty() {}

    /** One sentence for each trial in which backend and injector do not agree, with the fault's name. */
    static List<String> notReconciled(List<Trial> trials) {
        List<String> found = new ArrayList<>();
        for (Trial trial : trials) {
            Reconciliation counts = trial.reconciliation();
            if (counts != null && counts.verdict() != Reconciliation.Verdict.EXACT) {
                String named = counts.explanation() == null ? name(trial, counts) : counts.explanation();
                found.add("trial " + trial.number() + ": " + named);
            }
        }
        return found;
    }

    /** For a record that does not explain itself. */
    private static String name(Trial trial, Reconciliation counts) {
        long difference = Math.abs(counts.difference());
        return switch (counts.verdict()) {
            case LOST ->
                trial.totals() != null && trial.totals().verified() > answered(counts)
                        ? text("%,d answered without the backend", difference)
                        : text("%,d lost", difference);
            case DUPLICATED -> text("%,d duplicated", difference);
            case UNACCOUNTED -> text("%,d unaccounted for", difference);
            case EXACT -> "exact";
        };
    }

    private static long answered(Reconciliation counts) {
        return counts.backendAnswered().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** How many trials were reconciled to the message. */
    static long exact(List<Trial> trials) {
        return trials.stream()
                .map(Trial::reconciliation)
                .filter(counts -> counts != null && counts.verdict() == Reconciliation.Verdict.EXACT)
                .count();
    }

    /** Whole responses that were compared. */
    static long compared(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> trial.sampled() != null)
                .mapToLong(trial -> trial.sampled().compared())
                .sum();
    }

    /** One sentence for each trial in which a compared response was not the expected one. */
    static List<String> different(List<Trial> trials) {
        return trials.stream()
                .filter(trial -> trial.sampled() != null && trial.sampled().different() > 0)
                .map(trial -> text(
                        "trial %d: %,d of %,d compared responses differ, the first one: %s",
                        trial.number(),
                        trial.sampled().different(),
                        trial.sampled().compared(),
                        trial.sampled().firstDifference()))
                .toList();
    }

    /** The smallest rate of such errors that would have been seen with 95 % probability. */
    static double smallestVisible(List<Trial> trials) {
        return Proportion.upperBound(0, compared(trials));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
