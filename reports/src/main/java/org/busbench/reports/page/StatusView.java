package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.busbench.record.Adapter;
import org.busbench.record.Finished;
import org.busbench.record.RecordedRun;
import org.busbench.record.SampleSource;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Disturbances;
import org.busbench.reports.analysis.NotChecked;

/**
 * Whether the run came to its end, and what is missing.
 *
 * @param mark a class: {@code good} or {@code bad}
 */
record StatusView(String word, String mark, List<String> notices) {

    static StatusView of(RecordedRun run) {
        return run.samples().map(samples -> of(run, samples)).orElseGet(() -> ofRecord(run));
    }

    /** Sample logs do not say how a run ended; remarks say what is special about it. */
    private static StatusView of(RecordedRun run, SampleSource samples) {
        return new StatusView(samples.files() == 1 ? "JTL file" : "JTL files", "bad", run.remarks());
    }

    private static StatusView ofRecord(RecordedRun run) {
        List<String> notices = new ArrayList<>();
        String word = run.finished().map(Finished::outcome).orElse("unfinished");
        switch (word) {
            case "complete" ->
                run.finished()
                        .filter(finished -> finished.exitCode() != 0)
                        .ifPresent(finished -> notices.add("The run ended with exit code " + finished.exitCode()
                                + (run.trials().stream().anyMatch(Trial::measured)
                                        ? ": some cells have no figure. They are marked, with the reason."
                                        : ": no cell has a figure. Each is marked with the reason.")));
            case "interrupted" ->
                notices.add("The run was interrupted. The page shows the trials recorded until then.");
            case "failed" -> notices.add("The run failed. The page shows the trials recorded until then.");
            default ->
                notices.add("The record has no end: the run was killed, or still goes on."
                        + " The page shows the trials recorded until then.");
        }
        Disturbances.of(run.trials())
                .ifPresent(
                        told -> notices.add(told.substring(0, 1).toUpperCase(Locale.ROOT) + told.substring(1) + "."));
        run.info().adapters().stream()
                .filter(adapter -> adapter.target() != null)
                .forEach(adapter -> notices.add(running(adapter.name(), adapter.target())));
        NotChecked.of(run)
                .forEach((adapter, gaps) ->
                        notices.add("Not checked of " + adapter + ": " + String.join("; ", gaps) + "."));
        run.info().suite().scenarios().stream()
                .filter(scenario -> Format.note(run.info().suite(), scenario) != null)
                .forEach(scenario -> notices.add(Format.scenario(run.info().suite(), scenario) + ": "
                        + Format.note(run.info().suite(), scenario) + ", since " + Trial.Proof.NOT_COUNTED + "."));
        run.remarks().forEach(remark -> notices.add("While reading: " + remark + "."));
        run.info()
                .unavailable()
                .forEach(u -> notices.add(u.adapter() + " was not measured: " + u.reason()
                        + (u.install() == null ? "" : ". To have it: " + u.install())));
        return new StatusView(word, word.equals("complete") ? "good" : "bad", notices);
    }

    private static String running(String adapter, Adapter.Target target) {
        return adapter + " ran already at " + String.join(", ", target.hosts()) + " and was not started by busbench.";
    }
}
