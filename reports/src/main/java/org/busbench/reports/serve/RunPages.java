package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.export.Csv;
import org.busbench.reports.page.Page;
import org.busbench.reports.page.PlainPage;
import org.busbench.reports.page.PlainPage.Item;
import org.busbench.reports.raw.RawData;

/**
 * The report of one run, and the files of its folder as they are stored. A request draws the report, one at a time, and
 * only when the record grew. Safe for concurrent use; blocks while a page is drawn.
 */
final class RunPages {

    private static final String CSV = "trials.csv";
    private static final String PAGE = "index.html";

    private final Path folder;
    private String drawn = "";
    private Answer.Html page;

    RunPages(Path folder) {
        this.folder = folder;
    }

    /**
     * The report as far as the run goes. One of a run without an end follows it.
     *
     * @throws RunProblem when there is nothing to draw yet, or it cannot be read
     */
    synchronized Answer.Html page() throws IOException {
        String stamp = RunFiles.stamp(folder);
        if (!stamp.equals(drawn)) {
            // A line that comes while this reads makes the stamp older than the page, which is then drawn once more.
            RecordedRun run = RunReader.read(folder);
            Analysis analysis = Analysis.of(run);
            RawData raw = RawData.of(folder);
            page = Answer.Html.of(
                    200, run.finished().isPresent() ? Page.of(analysis, raw) : Page.live(analysis, raw, stamp));
            drawn = stamp;
        }
        return page;
    }

    /** The version of the page that was drawn last; empty for none. */
    synchronized String version() {
        return drawn;
    }

    /** Whether a path is that of the page itself. */
    static boolean isPage(List<String> path) {
        return path.isEmpty() || path.equals(List.of(PAGE));
    }

    /** The answer for a file of the folder. */
    Answer file(List<String> path, boolean asFolder) throws IOException {
        if (path.equals(List.of(CSV))) {
            return new Answer.Text(
                    200,
                    "text/csv; charset=utf-8",
                    Csv.trials(RunReader.read(folder).trials()));
        }
        Path found = RunFiles.find(folder, path);
        if (Files.isRegularFile(found)) {
            return new Answer.Stored(found);
        }
        return asFolder
                ? Answer.Html.of(200, PlainPage.of(String.join("/", path), List.of(), items(found), "../"))
                : new Answer.Moved(Request.link(path.get(path.size() - 1)) + "/");
    }

    private static List<Item> items(Path folder) throws IOException {
        List<Item> items = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.sorted(Comparator.comparing(Path::getFileName)).toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(".")) {
                    continue;
                }
                boolean inner = Files.isDirectory(file);
                items.add(new Item(
                        name + (inner ? "/" : ""),
                        Request.link(name) + (inner ? "/" : ""),
                        inner || !Files.isRegularFile(file) ? "" : Files.size(file) + " bytes"));
            }
        }
        return items;
    }
}
