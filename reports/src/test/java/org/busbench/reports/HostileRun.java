package org.busbench.reports;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.IntegrityRun;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.IntegrityRun.Tortured;
import org.busbench.record.Objections;
import org.busbench.record.RunInfo;

/**
 * A run of hostile exchanges: {@code firm} is wrong nowhere, {@code loose} in two cases, to one of which its maker objects,
 * and {@code absent} is not on the machine.
 */
public final class HostileRun {
    /** A reason that means something to HTML. */
    public static final String REASON = "the client got '</script><img src=x onerror=alert(1)>' & more";

    /** The end of both scripts. */
    public static final String SCRIPT_END = "print('played')\n";

    public static final String OBJECTION = "The RFC says **MAY** here.";

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Map<String, Double> KEPT = new TreeMap<>(Map.ofEntries(
            Map.entry("goodSent", 13_886.0),
            Map.entry("goodRight", 13_880.0),
            Map.entry("goodRefused", 6.0),
            Map.entry("goodLost", 0.0),
            Map.entry("goodWrong", 0.0),
            Map.entry("goodSwapped", 0.0),
            Map.entry("goodQuietP99Millis", 27.6),
            Map.entry("goodP99Millis", 4682.98),
            Map.entry("goodControlP99Millis", 4100.0),
            Map.entry("liveHeapBeforeMiB", 10.5),
            Map.entry("liveHeapAfterMiB", 14.7),
            Map.entry("goodputPercent", 99.97),
            Map.entry("normalAfterMillis", 100.0),
            Map.entry("memoryBeforeMiB", 189.85),
            Map.entry("memoryAfterMiB", 339.91),
            Map.entry("threadsBefore", 21.0),
            Map.entry("threadsAfter", 26.0),
            Map.entry("descriptorsBefore", 98.0),
            Map.entry("descriptorsAfter", 67.0),
            Map.entry("attackersAnswered503", 12.0)));

    private static final Map<String, Double> LOST = new TreeMap<>(Map.of(
            "goodSent", 400.0,
            "goodRight", 394.0,
            "goodRefused", 0.0,
            "goodLost", 3.0,
            "goodWrong", 2.0,
            "goodSwapped", 1.0,
            "goodP99Millis", 1200.0,
            "goodputPercent", 40.0));

    private HostileRun() {}

    /** Writes it into a folder. */
    public static Path write(Path folder) throws IOException {
        return write(folder, List.of(), List.of());
    }

    /**
     * The same with a case of overload and one of mixed attacks: {@code firm} stays as it was, {@code loose} loses 3 of its good
     * requests and is not normal again. Nothing is known of the processes of {@code loose}.
     */
    public static Path writeUnderLoad(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String id : List.of("working-2000", "mixed")) {
            String kind = id.equals("mixed") ? id : "overload";
            add(lines, measured(line(folder, "firm", id, kind, Verdict.RIGHT), 7, KEPT));
            add(lines, measured(line(folder, "loose", id, kind, Verdict.WRONG), 8, LOST));
        }
        return write(folder, List.of("working-2000", "mixed"), lines);
    }

    private static Path write(Path folder, List<String> moreCases, List<String> moreLines) throws IOException {
        List<String> lines = new ArrayList<>();
        add(lines, line(folder, "firm", "hop-named", "http-request", Verdict.RIGHT));
        add(lines, line(folder, "firm", "down-16k", "integrity", Verdict.RIGHT));
        add(lines, line(folder, "firm", "cbr-dtd", "xml", Verdict.TOLERABLE));
        add(lines, line(folder, "loose", "hop-named", "http-request", Verdict.WRONG));
        add(lines, line(folder, "loose", "down-16k", "integrity", Verdict.WRONG));
        add(lines, line(folder, "loose", "cbr-dtd", "xml", Verdict.NOT_APPLICABLE));
        lines.addAll(moreLines);
        String log = String.join("\n", lines) + "\n";
        Files.writeString(folder.resolve(Integrity.FILE), log);
        Path objections = folder.resolve("integrity/loose").resolve(Objections.FILE);
        Files.writeString(
                objections,
                "# What we object to\n\n## hop-named\n\n" + OBJECTION + "\n\n## `cbr-dtd`\nWe read XML by 2027.\n");
        IntegrityRun run = new IntegrityRun(
                IntegrityRun.SCHEMA,
                "hostile",
                "2026-11-23T14:00:00Z",
                "2026-11-23T14:20:00Z",
                new RunInfo.Busbench("0.1.0", "abc"),
                new IntegrityRun.Host("Debian", "Linux 6.1", "a CPU", 2, 1 << 30, "17.0.1"),
                Stream.concat(Stream.of("hop-named", "down-16k", "cbr-dtd"), moreCases.stream())
                        .toList(),
                List.of(
                        new Tortured("firm", "Firm 1", Outcome.COMPLETE, null, 132.5, null),
                        new Tortured("loose", "Loose 2", Outcome.COMPLETE, null, 160, Sha256.of(objections)),
                        new Tortured("absent", "Absent 3", Outcome.UNAVAILABLE, "no program 'absent'", 0, null)),
                lines.size(),
                Sha256.of(folder.resolve(Integrity.FILE)));
        Files.writeString(folder.resolve(IntegrityRun.FILE), JSON.writeValueAsString(run) + "\n");
        return folder;
    }

    private static void add(List<String> lines, Integrity line) throws IOException {
        lines.add(JSON.writeValueAsString(line));
    }

    /** A line with figures, and with a title that differs from adapter to adapter, as those of mixed attacks do. */
    private static Integrity measured(Integrity line, int seed, Map<String, Double> figures) {
        Integrity.Case of = line.of();
        return new Integrity(
                line.schema(),
                line.adapter(),
                new Integrity.Case(
                        of.id(),
                        of.kind(),
                        of.kind().equals("mixed") ? "949 cases in random order for 50 s, seed " + seed : of.title(),
                        of.source(),
                        of.right(),
                        of.tolerable()),
                line.verdict(),
                line.reason(),
                line.client(),
                line.backend(),
                of.kind().equals("mixed") ? 4483 : 1,
                line.millis(),
                line.finishedAt(),
                line.evidenceFolder(),
                figures);
    }

    private static Integrity line(Path folder, String adapter, String id, String kind, Verdict verdict)
            throws IOException {
        String path = "integrity/" + adapter + "/" + id;
        boolean none = verdict == Verdict.NOT_APPLICABLE;
        return new Integrity(
                Integrity.SCHEMA,
                new Integrity.Subject(adapter, adapter + " for people", "1.0"),
                new Integrity.Case(id, kind, "The case " + id, "RFC 9110 section 7.6.1", List.of("good / one"), null),
                verdict,
                verdict == Verdict.RIGHT ? null : verdict == Verdict.WRONG ? REASON : "why not",
                none ? null : "good",
                none ? null : "one",
                none ? 0 : 10,
                12,
                "2026-11-23T14:10:00Z",
                verdict == Verdict.WRONG
                        ? new EvidenceFolder(path, evidence(folder.resolve(path), id))
                        : EvidenceFolder.NONE,
                Map.of());
    }

    private static String evidence(Path place, String id) throws IOException {
        Map<String, String> files = new TreeMap<>();
        files.put("client.sent", "POST / HTTP/1.1\r\nHost: a\r\nX-Byte: \u00e4\r\n\r\n");
        files.put("client.received", "HTTP/1.1 200 OK\r\nX: <b>\r\n\r\n" + "a".repeat(9_000) + "the end");
        files.put("backend-1.received", "POST / HTTP/1.1\n");
        files.put("replay.py", "TITLE = \"" + id + " \u00e4\"\n" + SCRIPT_END);
        Files.createDirectories(place);
        StringBuilder sums = new StringBuilder();
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path written = Files.writeString(place.resolve(file.getKey()), file.getValue(), ISO_8859_1);
            sums.append(Sha256.of(written)).append("  ").append(file.getKey()).append('\n');
        }
        return Sha256.of(Files.writeString(place.resolve("SHA256SUMS"), sums));
    }
}
