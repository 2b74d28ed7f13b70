package org.busbench.harness.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.busbench.harness.torture.Case.Judgement;
import org.busbench.harness.torture.Case.Outcome;

/** Cases as Markdown: what is sent, why, and what counts as right. */
public final class Catalogue {
    private static final int LONGEST_SENT = 58;

    private Catalogue() {}

    /** A section for each class of the cases. */
    public static List<String> of(List<Case> cases, Path folder) {
        List<String> lines = new ArrayList<>();
        for (String kind : Case.KINDS) {
            List<Case> own =
                    cases.stream().filter(one -> one.kind().equals(kind)).toList();
            if (!own.isEmpty()) {
                kind(folder, kind, own, lines);
            }
        }
        return lines;
    }

    private static void kind(Path folder, String kind, List<Case> cases, List<String> lines) {
        String about = CaseFile.about(folder.resolve(kind + ".yaml")) + " " + cases.size() + " cases.";
        lines.addAll(List.of("", "## " + kind, "", about));
        Map<String, Judgement> judgements = new LinkedHashMap<>();
        cases.forEach(one -> judgements.putIfAbsent(one.judgement().name(), one.judgement()));
        lines.addAll(List.of("", "| judgement | means | right | tolerable |", "|---|---|---|---|"));
        judgements
                .values()
                .forEach(judgement -> lines.add("| `" + judgement.name() + "` | " + judgement.about() + " | "
                        + outcomes(judgement.right()) + " | " + outcomes(judgement.tolerable()) + " |"));
        lines.addAll(List.of("", "| case | what is sent | source | judgement |", "|---|---|---|---|"));
        cases.forEach(one -> lines.add(
                "| `" + one.id() + "` | " + escaped(one.title()) + sent(one) + " | " + source(one.source()) + " | `"
                        + one.judgement().name() + "`" + (one.demands().closes() ? ", must close" : "") + " |"));
    }

    private static String source(String source) {
        return source.startsWith("https://")
                ? "[" + source.replaceAll("^https://(github\\.com/)?", "") + "](" + source + ")"
                : source;
    }

    private static String outcomes(List<Outcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> "`" + outcome.text().replace("|", "\\|") + "`")
                .collect(Collectors.joining(", "));
    }

    private static String sent(Case one) {
        String own = one.difference();
        if (own.isEmpty()) {
            return "";
        }
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < own.length(); i++) {
            char c = own.charAt(i);
            shown.append(c == '\\' ? "\\\\" : c == '\t' ? "\\t" : StrictReader.shown(c));
            if (shown.length() > LONGEST_SENT) {
                return ": " + code(shown + "...");
            }
        }
        return ": " + code(shown.toString());
    }

    private static String code(String text) {
        String fence = text.contains("`") ? "``" : "`";
        String edge = text.startsWith("`") || text.endsWith("`") ? " " : "";
        return fence + edge + text.replace("|", "\\|") + edge + fence;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .replace("`", "\\`")
                .replace("_", "\\_");
    }
}
