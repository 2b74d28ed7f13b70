package org.busbench.reports.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.record.Suite;
import org.busbench.reports.check.Check;
import org.busbench.reports.page.RunListPage.Entry;

/**
 * The run directories directly below a folder, and what is known of them. A record is read again only when it grew. Not
 * safe for concurrent use, {@link #find} apart.
 */
final class RunCatalog {

    private final Path folder;
    private final Map<String, Known> known = new HashMap<>();
    private final Map<String, Checked> checks = new HashMap<>();

    /** The entry that was read when the record had a stamp. */
    private record Known(String stamp, Entry entry) {}

    /** The check of the record when it had a stamp. */
    private record Checked(String stamp, Check check) {}

    RunCatalog(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    /** The folder of a run; empty when there is none of that name. Links are none. */
    Optional<Path> find(String name) {
        boolean plain = !name.isEmpty()
                && !name.startsWith(".")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
        return plain ? Optional.of(folder.resolve(name)).filter(RunCatalog::isRun) : Optional.empty();
    }

    /** All runs, the newest first; those without a readable record come last. */
    List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> folders = Files.list(folder)) {
            for (Path run : folders.toList()) {
                if (find(run.getFileName().toString()).isPresent()) {
                    entries.add(entry(run));
                }
            }
        }
        entries.sort(Comparator.comparing(RunCatalog::startedAt)
                .reversed()
                .thenComparing(Entry::name, Comparator.reverseOrder()));
        return entries;
    }

    /** Checks a run, unless that was done since its record last grew. */
    Check check(String name, Path run) throws IOException {
        String stamp = RunFiles.stamp(run);
        Checked last = checks.get(name);
        if (last == null || !last.stamp().equals(stamp)) {
            last = new Checked(stamp, Check.of(run));
            checks.put(name, last);
            known.remove(name);
        }
        return last.check();
    }

    static String words(Check check) {
        return check.refused()
                ? "refused: " + check.problems().size() + " of its statements do not hold"
                : String.format(Locale.ROOT, "holds: %,d figures follow from raw data", check.figures());
    }

    /** Trials of the blocks that a run makes in any case. */
    static int plannedTrials(RunInfo run) {
        return (int) plannedCells(run) * run.suite().repeats().blocks();
    }

    private static long plannedCells(RunInfo run) {
        Suite suite = run.suite();
        // Of a suite of rates alone there are no parts.
        List<Integer> levels = suite.concurrency().isEmpty() ? List.of(0) : suite.concurrency();
        long cells = 0;
        for (String scenario : suite.scenarios()) {
            for (String payload : suite.payloads()) {
                for (int clients : levels) {
                    cells += run.adapters().stream()
                            .filter(adapter -> suite.measures(adapter.name(), scenario, payload, clients))
                            .count();
                }
            }
        }
        return cells * Math.max(1, suite.rates().size());
    }

    private Entry entry(Path run) throws IOException {
        String name = run.getFileName().toString();
        String stamp = RunFiles.stamp(run);
        Known last = known.get(name);
        if (last == null || !last.stamp().equals(stamp)) {
            last = new Known(stamp, read(name, stamp, run));
            known.put(name, last);
        }
        return last.entry();
    }

    private Entry read(String name, String stamp, Path run) throws IOException {
        long bytes = RunFiles.size(run);
        if (!Files.exists(run.resolve("run.json"))) {
            return new Entry(
                    name,
                    null,
                    "it has no run.json: it is just being started, or ended before",
                    0,
                    0,
                    bytes,
                    "",
                    false);
        }
        try {
            RecordedRun record = RunReader.read(run);
            Checked checked = checks.get(name);
            boolean current = checked != null && checked.stamp().equals(stamp);
            return new Entry(
                    name,
                    record,
                    "",
                    cells(record),
                    plannedCells(record.info()),
                    bytes,
                    current ? words(checked.check()) : "",
                    current && checked.check().refused());
        } catch (RunProblem e) {
            return new Entry(name, null, e.getMessage(), 0, 0, bytes, "", false);
        }
    }

    private static long cells(RecordedRun run) {
        return run.inBlocks().trials().stream()
                .map(trial -> List.of(
                        trial.adapter(),
                        trial.scenario(),
                        trial.payload(),
                        trial.concurrency(),
                        String.valueOf(trial.load().ratePerSecond())))
                .distinct()
                .count();
    }

    private static String startedAt(Entry entry) {
        return entry.run() == null ? "" : entry.run().info().startedAt();
    }

    private static boolean isRun(Path run) {
        return Files.isDirectory(run, LinkOption.NOFOLLOW_LINKS)
                && (Files.isRegularFile(run.resolve("run.json")) || Files.isRegularFile(run.resolve("trials.jsonl")));
    }
}
