package org.busbench.harness.mutants;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.busbench.reports.statistics.Proportion;

/** Which mutants were caught, by which name, and which mediators were accused falsely. Safe for any thread. */
final class MutantTally {
    private final Map<String, Row> rows = new TreeMap<>();
    private final Map<String, Integer> rightTrials = new TreeMap<>();
    private final List<String> misses = new ArrayList<>();
    private final Map<Charge, Integer> again = new HashMap<>();
    private int voids;
    private int correct;
    private int falseAlarms;
    private final MutantJournal journal;

    MutantTally(MutantJournal journal) {
        this.journal = journal;
    }

    /** Takes over the results of an interrupted series; gives how often it tried each mutant. */
    synchronized Map<String, Integer> resume(List<MutantJournal.Entry> entries) {
        Map<String, Integer> done = new HashMap<>();
        for (MutantJournal.Entry entry : entries) {
            String accusation = entry.accusation().isEmpty() ? null : entry.accusation();
            if (entry.what().equals("tried")) {
                count(Charge.of(entry.who()), accusation);
                done.merge(entry.who(), 1, Integer::sum);
            } else if (entry.what().equals("disturbed")) {
                countVoid(Charge.of(entry.who()), accusation);
            } else {
                countRight(entry.who(), accusation, entry.what().equals("void"));
            }
        }
        return done;
    }

    /** The counts of one mutant. */
    private static final class Row {
        private final Charge charge;
        private int byName;
        private int byAnother;
        private int missed;
        private int voids;
        private int voidsByName;
        private String example = "";

        Row(Charge charge) {
            this.charge = charge;
        }
    }

    /**
     * An attempt was made; the accusation is null when the mutant was not caught. Where the machine was disturbed the attempt
     * is void and has to be made again, <em>whatever its result</em>: repeating only failures would be waiting for luck.
     */
    synchronized void tried(Charge charge, String accusation, boolean disturbed, List<String> trials) {
        if (!charge.isNamedIn(accusation)) {
            journal.keep(trials);
        }
        String what = disturbed ? "disturbed" : "tried";
        journal.note(new MutantJournal.Entry(charge.mutant(), what, accusation == null ? "" : accusation));
        if (disturbed) {
            again.merge(charge, 1, Integer::sum);
            countVoid(charge, accusation);
        } else {
            count(charge, accusation);
        }
    }

    private void countVoid(Charge charge, String accusation) {
        Row row = row(charge);
        row.voids++;
        row.voidsByName += charge.isNamedIn(accusation) ? 1 : 0;
    }

    private Row row(Charge charge) {
        return rows.computeIfAbsent(charge.mutant(), unused -> new Row(charge));
    }

    private void count(Charge charge, String accusation) {
        Row row = row(charge);
        if (charge.isNamedIn(accusation)) {
            row.byName++;
            row.example = accusation;
        } else {
            misses.add(charge.mutant() + ": " + (accusation == null ? "not caught" : accusation));
            row.byAnother += accusation == null ? 0 : 1;
            row.missed += accusation == null ? 1 : 0;
        }
    }

    /** A faultless mediator was tried; the accusation is null when there was none. The attempt is void where the rig failed. */
    synchronized void right(Course course, String scenario, String accusation, boolean broken, List<String> trials) {
        String where = course.name().toLowerCase(Locale.ROOT) + " " + scenario;
        journal.note(new MutantJournal.Entry(where, broken ? "void" : "right", accusation == null ? "" : accusation));
        if (accusation != null) {
            journal.keep(trials);
        }
        countRight(where, accusation, broken);
    }

    private void countRight(String where, String accusation, boolean broken) {
        if (broken) {
            voids++;
            return;
        }
        correct++;
        rightTrials.merge(where, 1, Integer::sum);
        if (accusation != null) {
            falseAlarms++;
            misses.add("false alarm (" + where + "): " + accusation);
        }
    }

    /** The mutants to try again, and how often; each call empties the list. */
    synchronized Map<Charge, Integer> again() {
        Map<Charge, Integer> asked = Map.copyOf(again);
        again.clear();
        return asked;
    }

    /** No further attempts are made: a repeat that has no valid one is not passed. */
    synchronized void giveUp(Map<Charge, Integer> unjudged) {
        unjudged.forEach((charge, times) -> misses.add(
                charge.mutant() + ": " + times + " repeats have no valid attempt, the machine was disturbed in each"));
    }

    /** The wrong results, a line each. */
    synchronized List<String> misses() {
        return List.copyOf(misses);
    }

    /** The table for people. */
    synchronized String table() {
        StringBuilder text = new StringBuilder(String.format(
                "%n%-29s %-15s %-10s %4s  %7s %8s %7s %12s  %s%n",
                "mutant", "scenario", "course", "rule", "by name", "by other", "missed", "void, named", "for example"));
        for (Row row : rows.values()) {
            text.append(String.format(
                    "%-29s %-15s %-10s %4d  %7d %8d %7d %12s  %s%n",
                    row.charge.mutant(),
                    row.charge.scenario(),
                    row.charge.course().name().toLowerCase(Locale.ROOT),
                    row.charge.rule(),
                    row.byName,
                    row.byAnother,
                    row.missed,
                    row.voids + ", " + row.voidsByName,
                    row.example.substring(0, Math.min(110, row.example.length()))));
        }
        text.append(String.format(
                Locale.ROOT,
                "false alarms: %d of %d correct trials; with 95 %% confidence fewer than %.1f %% %s%n",
                falseAlarms,
                correct,
                correct == 0 ? 100 : 100 * Proportion.upperBound(falseAlarms, correct),
                rightTrials));
        text.append(String.format(
                "%d trials of those that are right are void: the rig failed, or nothing ended in their window%n",
                voids));
        misses.forEach(miss -> text.append("! ").append(miss).append(System.lineSeparator()));
        return text.toString();
    }
}
