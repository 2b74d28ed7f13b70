package org.busbench.reports.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.busbench.record.Adapter;
import org.busbench.record.Finished;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;

/** The page that lists runs, opens each and lets the reader choose some to compare. Without scripts; called on any thread. */
public final class RunListPage {

    /**
     * What is known of a run.
     *
     * @param run its record; null when it cannot be read
     * @param problem why it cannot be read; empty when it can
     * @param held what a check found, for people; empty when it was not checked
     * @param refused whether the check refused it
     */
    public record Entry(
            String name,
            RecordedRun run,
            String problem,
            long cells,
            long cellsPlanned,
            long bytes,
            String held,
            boolean refused) {}

    record Row(
            String name,
            String link,
            boolean readable,
            String problem,
            String suite,
            String started,
            String adapters,
            String every,
            String cells,
            String status,
            String mark,
            String size,
            String held,
            String heldMark) {

        static Row of(Entry entry) {
            String link = encoded(entry.name());
            String size = mebibytes(entry.bytes());
            if (entry.run() == null) {
                return new Row(entry.name(), link, false, entry.problem(), "", "", "", "", "", "", "", size, "", "");
            }
            RunInfo info = entry.run().info();
            StatusView status = StatusView.of(entry.run());
            String every = info.adapters().stream().map(Adapter::name).collect(Collectors.joining(", "));
            return new Row(
                    entry.name(),
                    link,
                    true,
                    "",
                    info.suite().name(),
                    Format.time(info.startedAt()),
                    few(info.adapters()),
                    every,
                    Format.count(entry.cells()) + " of " + Format.count(entry.cellsPlanned()),
                    entry.run().finished().map(Finished::outcome).orElse("no end recorded"),
                    status.mark(),
                    size,
                    entry.held(),
                    entry.refused() ? "bad" : "good");
        }
    }

    private static final int NAMED = 4;
    private static final long KIBI = 1024;

    private RunListPage() {}

    /**
     * Draws the list.
     *
     * @param entries in the order of the page
     */
    public static String of(String folder, List<Entry> entries) {
        Map<String, Object> view = Document.view();
        Document.addStyle(view, "style/lists.css");
        view.put("folder", folder);
        view.put("rows", entries.stream().map(Row::of).toList());
        view.put(
                "comparable",
                entries.stream().filter(entry -> entry.run() != null).count() > 1);
        view.put("policy", Document.WITHOUT_SCRIPTS.replace("form-action 'none'", "form-action 'self'"));
        return Document.of("runs", view);
    }

    private static String few(List<Adapter> adapters) {
        String first = adapters.stream().limit(NAMED).map(Adapter::name).collect(Collectors.joining(", "));
        return adapters.size() <= NAMED ? first : first + " and " + (adapters.size() - NAMED) + " more";
    }

    private static String mebibytes(long bytes) {
        return bytes < KIBI * KIBI
                ? Format.number(bytes / (double) KIBI) + " KiB"
                : Format.number(bytes / (double) (KIBI * KIBI)) + " MiB";
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
