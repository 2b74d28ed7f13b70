package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Contrast;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.statistics.Proportion;

/**
 * What the analysis called pairs of which the truth is known: a mediator against its own copy, and against itself slowed
 * by a known share.
 *
 * @param copy name of the copy
 * @param contrasts all that were found, of one or more runs
 */
record SelftestTally(String copy, List<Contrast> contrasts) {

    /** A copy must be called a tie this often. */
    private static final double TIES_DUE = 0.95;
    /** A difference of 10 % must be called this often. */
    private static final double SLOWER_DUE = 0.90;

    static final String TEN_PERCENT = "-slow-10";

    SelftestTally {
        contrasts = List.copyOf(contrasts);
    }

    /** A line for each adapter and figure. */
    List<String> lines() {
        TextTable table = new TextTable(List.of(
                "against the first",
                "by",
                "pairs",
                "tie",
                "worse",
                "better",
                "open",
                "as due",
                "95 %",
                "median",
                "visible",
                ""));
        for (Measure measure : measures()) {
            for (String adapter : adapters()) {
                List<Contrast> some = of(adapter, measure);
                table.row(List.of(
                        adapter,
                        measure.label(),
                        Integer.toString(some.size()),
                        count(some, Verdict.TIE),
                        count(some, Verdict.SLOWER),
                        count(some, Verdict.FASTER),
                        count(some, Verdict.OPEN),
                        asDue(adapter, some) + " of " + some.size(),
                        Proportion.of(asDue(adapter, some), some.size()).toString(),
                        percent(median(some.stream().map(Contrast::ratio).toList())),
                        percent(median(some.stream().map(Contrast::detectable).toList())),
                        smallest(some)));
            }
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add(
                "as due: a copy is a tie, a slowed one is worse; 95 %: where the true rate lies (Clopper and Pearson)");
        lines.add("median: of the ratio to the first; visible: the difference that would have been found nine times of"
                + " ten, median over the pairs");
        lines.add("judged by " + judge().label()
                + (judge() == Measure.CPU ? ": instructions cannot be counted here, see busbench doctor" : ""));
        return lines;
    }

    /** By which figure it is judged: instructions, which no clock disturbs; CPU time where they were not counted. */
    Measure judge() {
        return contrasts.stream().anyMatch(one -> one.measure() == Measure.INSTRUCTIONS)
                ? Measure.INSTRUCTIONS
                : Measure.CPU;
    }

    /** What should have been called otherwise by {@link #judge}, a line each; empty when the analysis passes. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        Measure judge = judge();
        List<Contrast> ties = of(copy, judge);
        long tie = ties.stream().filter(one -> one.verdict() == Verdict.TIE).count();
        if (ties.isEmpty() || tie < TIES_DUE * ties.size()) {
            faults.add("by " + judge.label() + " a copy was called a tie in " + tie + " of " + ties.size()
                    + " pairs; due are " + Math.round(TIES_DUE * 100) + " %");
        }
        for (String adapter : adapters()) {
            List<Contrast> slow = of(adapter, judge);
            long found =
                    slow.stream().filter(one -> one.verdict() == Verdict.SLOWER).count();
            if (adapter.endsWith(TEN_PERCENT) && found < SLOWER_DUE * slow.size()) {
                faults.add("by " + judge.label() + " " + adapter + " was called worse in " + found + " of "
                        + slow.size() + " pairs; due are " + Math.round(SLOWER_DUE * 100) + " %");
            }
        }
        return faults;
    }

    private long asDue(String adapter, List<Contrast> some) {
        Verdict due = adapter.equals(copy) ? Verdict.TIE : Verdict.SLOWER;
        return some.stream().filter(one -> one.verdict() == due).count();
    }

    private List<Measure> measures() {
        return contrasts.stream().map(Contrast::measure).distinct().sorted().toList();
    }

    private List<String> adapters() {
        return contrasts.stream().map(Contrast::adapter).distinct().toList();
    }

    private List<Contrast> of(String adapter, Measure measure) {
        return contrasts.stream()
                .filter(one -> one.adapter().equals(adapter) && one.measure() == measure)
                .toList();
    }

    private static String count(List<Contrast> some, Verdict verdict) {
        return Long.toString(
                some.stream().filter(one -> one.verdict() == verdict).count());
    }

    private static String smallest(List<Contrast> some) {
        return some.stream()
                .filter(one -> one.verdict() == Verdict.SLOWER || one.verdict() == Verdict.FASTER)
                .map(one -> Math.max(one.ratio(), 1 / one.ratio()))
                .min(Double::compare)
                .map(ratio -> "smallest that was called: " + percent(ratio))
                .orElse("");
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        if (sorted.isEmpty()) {
            return Double.NaN;
        }
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static String percent(double ratio) {
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%+.1f %%", (ratio - 1) * 100) : "-";
    }
}
