package org.busbench.reports.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.record.Ramp;
import org.busbench.record.RampFigures;
import org.busbench.record.RampRun;
import org.busbench.record.RampSeries;
import org.busbench.record.RampSuite.Planned;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.reports.results.RampResults;

/**
 * Whether the record of a run of ramps is what it says: its lines are those that were written, in the order of the suite,
 * each has its logs unchanged, every figure follows from them, the server answered at least what an injector verified, and
 * the page has the figures of the record.
 */
final class RampRecord {
    private static final String TRIALS = "trials";
    private static final String PAGE = "index.html";
    private static final double SHARE = 1e-9;

    /** A figure of the page. */
    private static final Pattern HELD =
            Pattern.compile("data-injector=\"([^\"]+)\" data-to=\"(\\d+)\" data-held=\"([^\"]*)\"");

    private static final Pattern CLAIM = Pattern.compile("data-claim=\"([^\"]+)\" data-answer=\"([^\"]*)\"");

    private final Path directory;
    private final Problems problems;
    private final List<String> remarks = new ArrayList<>();
    private final ObjectMapper json = new ObjectMapper();

    private RampRecord(Path directory) {
        this.directory = directory;
        this.problems = new Problems(directory);
    }

    static Check check(Path directory) throws IOException {
        return new RampRecord(directory).check();
    }

    private Check check() throws IOException {
        List<Ramp> lines = List.of();
        try {
            RampRun run = RunReader.rampRun(directory);
            lines = RunReader.ramps(directory, remarks);
            whole(run, lines);
            Set<String> folders = new HashSet<>();
            for (int i = 0; i < lines.size(); i++) {
                line(run, lines.get(i), problems.line(Ramp.FILE, i + 1), folders);
            }
            strangers(folders);
            page(run);
        } catch (RunProblem e) {
            problems.known(e.getMessage());
        }
        return new Check(lines.size(), problems.compared(), problems.lines(), remarks);
    }

    private void whole(RampRun run, List<Ramp> lines) throws IOException {
        RampRun.End end = RunReader.rampEnd(directory).orElse(null);
        if (end == null) {
            problems.at(
                    RampRun.End.FILE,
                    "is missing, as when a run was killed or goes on: nothing shows that %s is as it was written",
                    Ramp.FILE);
        } else {
            problems.compare();
            problems.edited(Ramp.FILE, end.linesSha256(), RampRun.End.FILE);
            problems.compare();
            problems.edited(RampRun.FILE, end.runSha256(), RampRun.End.FILE);
            problems.line(RampRun.End.FILE, 1).same("lines", end.lines(), lines.size(), Ramp.FILE);
        }
        List<Planned> plan = run.suite().plan();
        if (end != null && end.outcome().equals("complete")) {
            problems.line(Ramp.FILE, lines.size())
                    .same("lines", lines.size(), plan.size(), "the suite in " + RampRun.FILE);
        }
        for (int i = 0; i < Math.min(lines.size(), plan.size()); i++) {
            Ramp line = lines.get(i);
            Planned planned = plan.get(i);
            problems.compare();
            if (!line.injector().equals(planned.injector().name())
                    || line.to() != planned.to()
                    || line.repeat() != planned.repeat()) {
                problems.line(Ramp.FILE, i + 1)
                        .says(
                                "is %s to %d, repeat %d, where the suite has %s to %d, repeat %d",
                                line.injector(),
                                line.to(),
                                line.repeat(),
                                planned.injector().name(),
                                planned.to(),
                                planned.repeat());
            }
        }
    }

    private void line(RampRun run, Ramp line, Problems.Line at, Set<String> folders) throws IOException {
        String path = line.evidenceFolder().path();
        if (path == null || line.evidenceFolder().manifestSha256() == null || !path.startsWith(TRIALS + "/")) {
            at.says("has no 'evidence' in %s with its 'evidenceSha256'", TRIALS);
            return;
        }
        if (!folders.add(path)) {
            at.says("'evidence' %s belongs to an earlier line, too", path);
        }
        Manifest.check(directory, line.evidenceFolder(), at, problems);
        if (line.figures() == null) {
            remarks.add(line.injector() + " to " + line.to() + ", repeat " + line.repeat() + ": " + line.reason());
            return;
        }
        try {
            RampFigures follows = RampSeries.read(
                            directory.resolve(path), line.to(), run.suite().rampSeconds())
                    .figures();
            figures(line.figures(), follows, at, path);
            problems.compare();
            if (follows.verified() > follows.served()) {
                at.says(
                        "the injector verified %d answers, and the server gave %d",
                        follows.verified(), follows.served());
            }
            problems.compare();
            boolean all = follows.verified() + follows.wrong() + follows.failed() >= follows.due();
            if (all != (line.outcome() == Ramp.Outcome.DRAINED)) {
                at.says(
                        "'outcome' is %s, and %s requests of the log are answered or lost",
                        line.outcome().key(), all ? "all" : "not all");
            }
        } catch (IOException | IllegalArgumentException unusable) {
            problems.at(path, "the logs cannot be used: %s", unusable.getMessage());
        }
    }

    private void figures(RampFigures recorded, RampFigures follows, Problems.Line at, String path) {
        JsonNode expected = json.valueToTree(follows);
        for (Map.Entry<String, JsonNode> field : json.valueToTree(recorded).properties()) {
            at.near(
                    field.getKey(),
                    field.getValue().asDouble(),
                    expected.get(field.getKey()).asDouble(),
                    SHARE,
                    path);
        }
    }

    /** A folder of an attempt that a kill ended has the number of the next line and stays. */
    private void strangers(Set<String> folders) throws IOException {
        Path trials = directory.resolve(TRIALS);
        if (!Files.isDirectory(trials)) {
            return;
        }
        try (Stream<Path> all = Files.list(trials)) {
            all.map(folder -> TRIALS + "/" + folder.getFileName())
                    .filter(folder -> !folders.contains(folder))
                    .sorted()
                    .forEach(folder -> {
                        if (Files.exists(directory.resolve(folder).resolve(Manifest.NAME))) {
                            problems.at(folder, "was added: no line of %s names it", Ramp.FILE);
                        } else {
                            remarks.add(folder + ": was left by an attempt that did not end");
                        }
                    });
        }
    }

    private void page(RampRun run) throws IOException {
        Path file = directory.resolve(PAGE);
        if (!Files.exists(file)) {
            remarks.add(PAGE + ": is not there; 'busbench report' draws it");
            return;
        }
        String page = Files.readString(file);
        RampResults results = RampResults.read(directory);
        Set<String> shown = new HashSet<>();
        Matcher held = HELD.matcher(page);
        while (held.find()) {
            String cell = held.group(1) + " to " + held.group(2);
            shown.add(cell);
            problems.compare();
            String follows = results.cell(held.group(1), Integer.parseInt(held.group(2)))
                    .map(RampResults.Cell::held)
                    .map(range -> Double.toString(range.median()))
                    .orElse("");
            if (!follows.equals(held.group(3))) {
                problems.at(PAGE, "'held' of %s is '%s', but %s says '%s'", cell, held.group(3), Ramp.FILE, follows);
            }
        }
        results.cells().stream()
                .map(cell -> cell.injector() + " to " + cell.to())
                .filter(cell -> !shown.contains(cell))
                .forEach(cell -> problems.at(PAGE, "has no row of %s, of which %s has lines", cell, Ramp.FILE));
        Set<String> answered = new HashSet<>();
        Matcher claim = CLAIM.matcher(page);
        while (claim.find()) {
            answered.add(claim.group(1) + ": " + claim.group(2));
        }
        for (RampResults.Answered answer : results.claims()) {
            problems.compare();
            if (!answered.contains(answer.claim().id() + ": " + answer.answer().words())) {
                problems.at(
                        PAGE,
                        "does not answer claim '%s' of %s with '%s', as follows from %s",
                        answer.claim().id(),
                        run.suite().name(),
                        answer.answer().words(),
                        Ramp.FILE);
            }
        }
    }
}
