package org.busbench.reports.page;

import java.util.List;
import java.util.Map;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.results.Fields;

/** The page of a round: the machine, and for each suite its run and what changed since the run before. Without scripts. */
public final class RoundPage {

    private RoundPage() {}

    /** What was looked at on the machine before the first run; the level is {@code ok}, {@code warn} or {@code fail}. */
    public record Finding(String check, String level, String found, String advice) {}

    /**
     * One suite of a round.
     *
     * @param run id of its run, which is the name of its folder, too; null before it was begun
     * @param busbench the version that made it; null before it was begun
     * @param state how far it came, in words
     * @param check what a check of it found
     * @param objections name of the file of objections; null before it was begun
     */
    public record Entry(
            String suite,
            String run,
            String busbench,
            String state,
            String check,
            Changed changed,
            String objections) {}

    /**
     * What changed since an earlier run.
     *
     * @param since id of that run; null where there is none
     * @param better rows of {@link ChangeText#HEADER}, beyond chance and beyond what the controls moved
     * @param worse the same
     * @param verdicts hostile exchanges that are judged in another way than before, a line each
     * @param comparison name of the page that has all figures of both runs; null for none
     */
    public record Changed(
            String since,
            String summary,
            List<List<String>> better,
            List<List<String>> worse,
            List<String> verdicts,
            String comparison) {

        public static final Changed NOTHING = new Changed(null, "", List.of(), List.of(), List.of(), null);
    }

    /** Draws it. */
    public static String of(String name, long seed, List<Finding> machine, List<Entry> entries, boolean complete) {
        List<Finding> amiss = machine.stream()
                .filter(finding -> !finding.level().equals("ok"))
                .toList();
        Map<String, Object> view = Document.view("style/comparison.css");
        view.putAll(Fields.of(
                "name",
                name,
                "seed",
                Long.toString(seed),
                "complete",
                complete,
                "looked",
                machine.size(),
                "amiss",
                amiss,
                "header",
                ChangeText.HEADER,
                "entries",
                entries,
                "policy",
                Document.WITHOUT_SCRIPTS));
        return Document.of("round", view);
    }
}
