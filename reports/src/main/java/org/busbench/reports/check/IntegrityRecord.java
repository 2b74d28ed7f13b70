package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.IntegrityRun;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.IntegrityRun.Tortured;
import org.busbench.record.Objections;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;

/**
 * Whether the record of hostile exchanges is what it says: its lines are those that were written, each wrong case has its
 * bytes and its script, unchanged, nothing is there twice or from elsewhere, and the page counts what the log holds.
 */
final class IntegrityRecord {
    private static final String EVIDENCE = "integrity";
    private static final String PAGE = "index.html";
    private static final String SCRIPT = "replay.py";
    private static final List<String> NEEDED = List.of("client.sent", "client.received", SCRIPT);

    /** A cell of the matrix, as the page writes it. */
    private static final Pattern CELL =
            Pattern.compile("<td class=\"\\w+\" data-adapter=\"([^\"]+)\" data-class=\"([^\"]+)\" data-right=\"(\\d+)\""
                    + " data-tolerable=\"(\\d+)\" data-wrong=\"(\\d+)\" data-not-applicable=\"(\\d+)\">");

    private static final Map<Verdict, Integer> GROUPS =
            Map.of(Verdict.RIGHT, 3, Verdict.TOLERABLE, 4, Verdict.WRONG, 5, Verdict.NOT_APPLICABLE, 6);

    private final Path directory;
    private final Problems problems;
    private final List<String> remarks = new ArrayList<>();

    private IntegrityRecord(Path directory) {
        this.directory = directory;
        this.problems = new Problems(directory);
    }

    static Check check(Path directory) throws IOException {
        return new IntegrityRecord(directory).check();
    }

    private Check check() throws IOException {
        List<Integrity> lines = List.of();
        try {
            lines = RunReader.integrity(directory);
            IntegrityRun run = RunReader.integrityRun(directory).orElse(null);
            if (run == null) {
                problems.at(
                        IntegrityRun.FILE,
                        "is missing, as when a run was killed or goes on: nothing shows that %s is as it was written",
                        Integrity.FILE);
            } else {
                whole(run, lines);
                objections(run);
            }
            evidence(lines);
            page(lines);
        } catch (RunProblem e) {
            problems.known(e.getMessage());
        }
        return new Check(lines.size(), problems.compared(), problems.lines(), remarks);
    }

    private void whole(IntegrityRun run, List<Integrity> lines) throws IOException {
        problems.compare();
        problems.edited(Integrity.FILE, run.linesSha256(), IntegrityRun.FILE);
        problems.line(IntegrityRun.FILE, 1).same("lines", run.lines(), lines.size(), Integrity.FILE);
        Map<String, Tortured> adapters =
                run.adapters().stream().collect(Collectors.toMap(Tortured::name, adapter -> adapter));
        Set<String> cases = Set.copyOf(run.cases());
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            Integrity line = lines.get(i);
            Problems.Line at = problems.line(Integrity.FILE, i + 1);
            String adapter = line.adapter().name();
            String id = line.of().id();
            problems.compare();
            if (!adapters.containsKey(adapter)) {
                at.says("adapter '%s' is not among those of %s", adapter, IntegrityRun.FILE);
            } else if (adapters.get(adapter).outcome() == Outcome.UNAVAILABLE) {
                at.says("adapter '%s' was unavailable, as %s says", adapter, IntegrityRun.FILE);
            }
            if (!cases.contains(id)) {
                at.says("case '%s' is not among those of %s", id, IntegrityRun.FILE);
            }
            Integer earlier = places.putIfAbsent(adapter + " " + id, i + 1);
            if (earlier != null) {
                at.says("case '%s' of %s is there twice, first in line %d", id, adapter, earlier);
            }
        }
        for (Tortured adapter : run.adapters()) {
            if (adapter.outcome() == Outcome.COMPLETE) {
                run.cases().stream()
                        .filter(id -> !places.containsKey(adapter.name() + " " + id))
                        .forEach(id -> problems.at(
                                Integrity.FILE,
                                "has no line of case '%s' and %s, which is complete by %s",
                                id,
                                adapter.name(),
                                IntegrityRun.FILE));
            } else {
                remarks.add(adapter.name() + ": " + adapter.reason());
            }
        }
    }

    private void objections(IntegrityRun run) throws IOException {
        for (Tortured adapter : run.adapters()) {
            String name = EVIDENCE + "/" + adapter.name() + "/" + Objections.FILE;
            Path file = directory.resolve(name);
            problems.compare();
            if (Files.exists(file) != (adapter.objectionsSha256() != null)) {
                problems.at(
                        name,
                        Files.exists(file) ? "was added: %s does not name it" : "is missing, but %s names it",
                        IntegrityRun.FILE);
            } else if (Files.exists(file)) {
                problems.edited(name, adapter.objectionsSha256(), IntegrityRun.FILE);
            }
        }
    }

    private void evidence(List<Integrity> lines) throws IOException {
        Set<String> named = new TreeSet<>();
        for (int i = 0; i < lines.size(); i++) {
            Integrity line = lines.get(i);
            Problems.Line at = problems.line(Integrity.FILE, i + 1);
            String path = line.evidenceFolder().path();
            if (path == null || line.evidenceFolder().manifestSha256() == null) {
                if (line.verdict() == Verdict.WRONG || path != null) {
                    at.says(
                            "case '%s' of %s is %s, and has no 'evidence' with its 'evidenceSha256'",
                            line.of().id(),
                            line.adapter().name(),
                            line.verdict().key());
                }
                continue;
            }
            problems.compare();
            if (!path.equals(
                    EVIDENCE + "/" + line.adapter().name() + "/" + line.of().id())) {
                at.says("'evidence' is %s, the folder of another case", path);
            }
            if (!named.add(path)) {
                at.says("'evidence' %s belongs to an earlier line, too", path);
            }
            Manifest.check(directory, line.evidenceFolder(), at, problems);
            for (String file : NEEDED) {
                if (Files.isDirectory(directory.resolve(path))
                        && !Files.exists(directory.resolve(path).resolve(file))) {
                    problems.at(path + "/" + file, "is missing: without it the case cannot be judged again");
                }
            }
        }
        folders().stream()
                .filter(folder -> !named.contains(folder))
                .forEach(folder -> problems.at(folder, "was added: no line of %s names it", Integrity.FILE));
    }

    /** The folders of cases that are there, relative to the run directory. */
    private Set<String> folders() throws IOException {
        Path top = directory.resolve(EVIDENCE);
        if (!Files.isDirectory(top)) {
            return Set.of();
        }
        try (Stream<Path> all = Files.walk(top, 2)) {
            return all.filter(Files::isDirectory)
                    .map(directory::relativize)
                    .filter(folder -> folder.getNameCount() == 3)
                    .map(Path::toString)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private void page(List<Integrity> lines) throws IOException {
        Path file = directory.resolve(PAGE);
        if (!Files.exists(file)) {
            remarks.add(PAGE + ": is not there; 'busbench report' draws it");
            return;
        }
        String page = Files.readString(file);
        Map<String, Map<Verdict, Long>> counted = lines.stream()
                .collect(Collectors.groupingBy(
                        line -> line.adapter().name() + ", " + line.of().kind(),
                        LinkedHashMap::new,
                        Collectors.groupingBy(Integrity::verdict, Collectors.counting())));
        Matcher cell = CELL.matcher(page);
        while (cell.find()) {
            String name = cell.group(1) + ", " + cell.group(2);
            Map<Verdict, Long> counts = counted.getOrDefault(name, Map.of());
            counted.remove(name);
            for (Verdict verdict : Verdict.values()) {
                problems.line(PAGE, 1)
                        .same(
                                verdict.key() + " of " + name,
                                Long.parseLong(cell.group(GROUPS.get(verdict))),
                                counts.getOrDefault(verdict, 0L),
                                Integrity.FILE);
            }
        }
        counted.keySet()
                .forEach(name -> problems.at(PAGE, "has no cell of %s, of which %s has lines", name, Integrity.FILE));
        for (Integrity line : lines) {
            String anchor =
                    "\"#wrong-" + line.adapter().name() + "-" + line.of().id() + "\"";
            String script = "\"" + line.evidenceFolder().path() + "/" + SCRIPT + "\"";
            if (line.verdict() == Verdict.WRONG && !(page.contains(anchor) && page.contains(script))) {
                problems.at(
                        PAGE,
                        "does not lead to the bytes and the script of case '%s' of %s",
                        line.of().id(),
                        line.adapter().name());
            }
        }
    }
}
