package org.busbench.reports.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;

/**
 * The page of hostile exchanges: who garbles messages at a glance, each case below it, and behind each wrong one the bytes of
 * both sides and the script that sends them again. Without scripts.
 */
public final class IntegrityPage {
    private static final int SHOWN_BYTES = 1600;
    private static final Map<String, String> KINDS = Map.of(
            "http-request", "Hostile clients (HTTP requests)",
            "http-response", "Hostile backends (HTTP responses)",
            "integrity", "Bodies of every size and framing",
            "backend-failure", "Failing backends",
            "xml", "Hostile XML");

    record Column(String name, String title, String version, String wrongs, String mark, String objections) {}

    record Cell(
            String adapter,
            String right,
            String tolerable,
            String wrong,
            String notApplicable,
            String rightShare,
            String tolerableShare,
            String wrongShare,
            boolean isWrong,
            String mark) {}

    record Row(String title, String anchor, String cases, List<Cell> cells) {}

    record Dot(String verdict, String sign, String hint, String link) {}

    record CaseRow(String id, String title, String source, String link, String right, List<Dot> dots) {}

    record Group(String title, String anchor, List<CaseRow> rows, String clean, List<CaseRow> cleanRows) {}

    record Piece(String name, String link, String text) {}

    record Fault(
            String anchor,
            String adapter,
            String id,
            String title,
            String source,
            String reason,
            String right,
            String replay,
            List<Piece> pieces) {}

    private IntegrityPage() {}

    /**
     * Draws the page.
     *
     * @param folder where the evidence lies
     */
    public static String of(Path folder, List<Integrity> lines) {
        Map<String, Integrity.Subject> adapters = new LinkedHashMap<>();
        lines.forEach(line -> adapters.putIfAbsent(line.adapter().name(), line.adapter()));
        Map<String, Object> view = Document.view();
        Document.addStyle(view, "style/integrity.css");
        view.put(
                "columns",
                adapters.values().stream()
                        .map(subject -> column(folder, subject, lines))
                        .toList());
        List<String> kinds =
                lines.stream().map(line -> line.of().kind()).distinct().toList();
        view.put("rows", kinds.stream().map(kind -> row(kind, adapters, lines)).toList());
        view.put(
                "groups",
                kinds.stream().map(kind -> group(kind, adapters, lines)).toList());
        view.put(
                "faults",
                lines.stream()
                        .filter(line -> line.verdict() == Verdict.WRONG)
                        .map(line -> fault(folder, line))
                        .toList());
        view.put(
                "cases",
                Long.toString(
                        lines.stream().map(line -> line.of().id()).distinct().count()));
        view.put("headline", headline(adapters, lines));
        view.put("folder", folder.getFileName().toString());
        view.put(
                "finished",
                lines.isEmpty() ? "" : Format.time(lines.get(lines.size() - 1).finishedAt()));
        view.put("policy", Document.WITHOUT_SCRIPTS);
        return Document.of("integrity", view);
    }

    private static String headline(Map<String, Integrity.Subject> adapters, List<Integrity> lines) {
        List<String> clean = adapters.keySet().stream()
                .filter(name -> count(lines, name, Verdict.WRONG) == 0)
                .toList();
        if (clean.size() == adapters.size()) {
            return adapters.size() == 1
                    ? "No case is wrong"
                    : "No case is wrong in any of " + adapters.size() + " mediators";
        }
        return clean.isEmpty()
                ? "Every one of these has wrong cases"
                : String.join(", ", clean) + (clean.size() == 1 ? " has" : " have") + " no wrong case";
    }

    private static long count(List<Integrity> lines, String adapter, Verdict verdict) {
        return lines.stream()
                .filter(line -> line.adapter().name().equals(adapter) && line.verdict() == verdict)
                .count();
    }

    private static Column column(Path folder, Integrity.Subject subject, List<Integrity> lines) {
        long wrong = count(lines, subject.name(), Verdict.WRONG);
        return new Column(
                subject.name(),
                subject.title(),
                subject.version() == null ? "" : subject.version(),
                wrong == 0 ? "none wrong" : wrong + " wrong",
                wrong == 0 ? "good" : "bad",
                text(folder.resolve("integrity").resolve(subject.name()).resolve("objections.md")));
    }

    private static Row row(String kind, Map<String, Integrity.Subject> adapters, List<Integrity> lines) {
        List<Integrity> own =
                lines.stream().filter(line -> line.of().kind().equals(kind)).toList();
        return new Row(
                KINDS.getOrDefault(kind, kind),
                kind,
                Long.toString(
                        own.stream().map(line -> line.of().id()).distinct().count()),
                adapters.keySet().stream().map(name -> cell(name, own)).toList());
    }

    private static Cell cell(String adapter, List<Integrity> lines) {
        long right = count(lines, adapter, Verdict.RIGHT);
        long tolerable = count(lines, adapter, Verdict.TOLERABLE);
        long wrong = count(lines, adapter, Verdict.WRONG);
        long none = count(lines, adapter, Verdict.NOT_APPLICABLE);
        double judged = Math.max(1, right + tolerable + wrong);
        return new Cell(
                adapter,
                Long.toString(right),
                Long.toString(tolerable),
                Long.toString(wrong),
                Long.toString(none),
                share(right / judged),
                share(tolerable / judged),
                share(wrong / judged),
                wrong > 0,
                wrong > 0 ? "bad" : right + tolerable == 0 ? "empty" : "good");
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }

    private static Group group(String kind, Map<String, Integrity.Subject> adapters, List<Integrity> lines) {
        List<Integrity> own =
                lines.stream().filter(line -> line.of().kind().equals(kind)).toList();
        Map<String, List<Integrity>> byCase = own.stream()
                .collect(Collectors.groupingBy(line -> line.of().id(), LinkedHashMap::new, Collectors.toList()));
        List<CaseRow> odd = new ArrayList<>();
        List<CaseRow> clean = new ArrayList<>();
        byCase.values().forEach(ofCase -> {
            boolean wrong = ofCase.stream().anyMatch(line -> line.verdict() == Verdict.WRONG);
            (wrong ? odd : clean).add(caseRow(ofCase, adapters));
        });
        return new Group(KINDS.getOrDefault(kind, kind), kind, odd, Integer.toString(clean.size()), clean);
    }

    private static CaseRow caseRow(List<Integrity> ofCase, Map<String, Integrity.Subject> adapters) {
        Integrity.Case first = ofCase.get(0).of();
        List<Dot> dots = new ArrayList<>();
        for (String adapter : adapters.keySet()) {
            dots.add(ofCase.stream()
                    .filter(line -> line.adapter().name().equals(adapter))
                    .findFirst()
                    .map(IntegrityPage::dot)
                    .orElse(new Dot("not-applicable", "", adapter + ": not tried", "")));
        }
        return new CaseRow(
                first.id(),
                first.title(),
                first.source(),
                first.source().startsWith("https://") ? first.source() : "",
                String.join(" or ", first.right()),
                dots);
    }

    private static Dot dot(Integrity line) {
        String sign = switch (line.verdict()) {
            case RIGHT -> "✓";
            case TOLERABLE -> "~";
            case WRONG -> "✗";
            case NOT_APPLICABLE -> "–";
        };
        String got = line.client() == null ? "" : " (client: " + line.client() + ", backend: " + line.backend() + ")";
        return new Dot(
                line.verdict().key(),
                sign,
                line.adapter().name() + ": " + line.verdict().key() + got
                        + (line.reason() == null ? "" : ": " + line.reason()),
                line.verdict() == Verdict.WRONG ? "#" + anchor(line) : "");
    }

    private static String anchor(Integrity line) {
        return "wrong-" + line.adapter().name() + "-" + line.of().id();
    }

    private static Fault fault(Path folder, Integrity line) {
        String path = line.evidenceFolder().path();
        return new Fault(
                anchor(line),
                line.adapter().name(),
                line.of().id(),
                line.of().title(),
                line.of().source(),
                line.reason(),
                String.join(" or ", line.of().right()),
                path == null ? "" : path + "/replay.py",
                path == null ? List.of() : pieces(folder, path));
    }

    private static List<Piece> pieces(Path folder, String path) {
        try (Stream<Path> files = Files.list(folder.resolve(path))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sent") || name.endsWith(".received"))
                    .sorted((a, b) -> order(a).compareTo(order(b)))
                    .map(name -> new Piece(
                            words(name),
                            path + "/" + name,
                            text(folder.resolve(path).resolve(name))))
                    .toList();
        } catch (IOException e) {
            return List.of(new Piece("the evidence cannot be read: " + e, path, ""));
        }
    }

    private static String order(String name) {
        return (name.startsWith("client.sent") ? "0" : name.startsWith("client") ? "2" : "1") + name;
    }

    private static String words(String name) {
        return name.equals("client.sent")
                ? "sent by the client"
                : name.equals("client.received")
                        ? "received by the client"
                        : name.replace(".received", ": received by the backend")
                                .replace(".sent", ": sent by the backend")
                                .replace("backend-", "connection ");
    }

    /** Bytes as people read them; empty where there are none. */
    private static String text(Path file) {
        if (!Files.exists(file)) {
            return "";
        }
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            return "cannot be read: " + e;
        }
        StringBuilder text = new StringBuilder();
        String all = new String(bytes, 0, Math.min(bytes.length, SHOWN_BYTES), ISO_8859_1);
        for (int i = 0; i < all.length(); i++) {
            char c = all.charAt(i);
            if (c == '\r' && i + 1 < all.length() && all.charAt(i + 1) == '\n') {
                continue;
            }
            boolean plain = (c >= ' ' && c < 127)
                    || (c == '\n'
                            && (i == 0
                                    || all.charAt(i - 1) == '\r'
                                    || file.toString().endsWith(".md")));
            text.append(
                    plain ? String.valueOf(c) : c == '\n' ? "\\n\n" : String.format(Locale.ROOT, "\\x%02x", (int) c));
        }
        return text + (bytes.length > SHOWN_BYTES ? "... (" + bytes.length + " bytes)" : "");
    }
}
