package org.busbench.harness.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.busbench.harness.torture.Case.Judgement;
import org.busbench.harness.torture.Case.Outcome;

/** All cases as a document for people: {@code docs/hostility.md}. */
public final class Catalogue {
    private static final int LONGEST_SENT = 58;
    private static final int WIDTH = 130;

    private Catalogue() {}

    /** The document, made of the files of a folder. */
    public static String of(Path folder) {
        List<Case> cases = CaseFile.readAll(folder);
        List<String> lines = new ArrayList<>(List.of("# Hostile and broken exchanges", ""));
        paragraph(
                lines,
                "`busbench torture` sends these " + cases.size()
                        + " cases through a proxy and judges both of its sides. A test makes this"
                        + " page from the files in [configs/torture](../configs/torture); a case more needs no Java"
                        + " ([torture-1.schema.json](schema/torture-1.schema.json)). Results are lines of `integrity.jsonl`"
                        + " ([integrity-1.schema.json](schema/integrity-1.schema.json)).");
        lines.add("");
        paragraph(
                lines,
                "The backend is a part of busbench that plays what a broken network and a broken server do: latency, silence, resets and"
                        + " closes at each stage, drops, small bandwidth, garbage. Nothing stands between it and the proxy, so that no program"
                        + " such as toxiproxy is needed, and the bytes that are kept are those of the proxy. A lost"
                        + " packet is the one thing that it cannot play; the kernel sends it again, and a proxy sees a delay. A silent peer is"
                        + " played by neither reading nor writing; its kernel still acknowledges what comes. One thread plays the backend and one"
                        + " the many clients of a case, so that thousands of connections leave the proxy the processor.");
        lines.addAll(List.of("", "## How a case is judged", ""));
        for (String rule : RULES) {
            item(lines, rule);
        }
        lines.addAll(List.of("", "| a client | gets |", "|---|---|"));
        lines.addAll(CLIENTS);
        lines.addAll(List.of("", "| a backend | gets |", "|---|---|"));
        lines.addAll(BACKENDS);
        lines.add("");
        paragraph(
                lines,
                "An outcome is written `CLIENT / BACKEND`; bars stand between alternatives, commas between the answers to several"
                        + " requests. In the tables `PATH`, `HOST` and `BODY` stand for those of the proxy and of a valid SOAP message. Only"
                        + " what differs from a plain request is shown.");
        for (String kind : Case.KINDS) {
            List<Case> own =
                    cases.stream().filter(one -> one.kind().equals(kind)).toList();
            if (!own.isEmpty()) {
                kind(folder, kind, own, lines);
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static final List<String> RULES = List.of(
            "**Both sides count.** A strict reader, which shares no code with any mediator, reads what reached the backend and what the client"
                    + " got.",
            "**Wrong in every case:** a message by which two readers could see different ones (Transfer-Encoding beside Content-Length, bare"
                    + " line ends, folded lines, invalid names, a chunk that does not fit its size); more requests at the backend, or"
                    + " more answers to the client, than were sent; a body or an answer that is not its own; a field passed on that was for the"
                    + " proxy alone; a body that is not in the content coding that its Content-Encoding names.",
            "**Right** and **tolerable** are what the case says below; everything else is wrong. What is tolerable does no harm.",
            "**Good traffic follows each case.** If it fails, the case is wrong. If it fails for 5 seconds, the damage is lasting and the"
                    + " proxy is started anew.",
            "**Adapters are tortured side by side**, because most cases mostly wait. A case hangs when its answer did not come within its"
                    + " limit, and the good answer after it took less than a tenth of that; if good answers are slow, too, the case is played"
                    + " again alone. Cases of the class overload are always played alone.",
            "**Cases of the class overload** judge good traffic alone: 200 requests a second from 16 clients, a second before the"
                    + " attack, during it, and until all answers of half a second are right and fast again. A time counts from the instant at"
                    + " which a request was due. A slow answer is never wrong, because other work of the machine makes answers slow, too. The line"
                    + " has all figures. An attack of your own, by `slowhttptest` of Debian or by another program, is an independent check.",
            "**`--mixed 10m`** plays the cases of all classes in random order, one after the other, beside such good traffic, which is all"
                    + " that is judged. The same attack then goes against another copy of the proxy: if good answers are as slow meanwhile, the"
                    + " machine is the reason. Descriptors, threads, memory and live heap of the proxy are read before and after. Left out are the cases in which a good request would meet the fault as well: a backend"
                    + " that is down, or fails at once on each connection, or goes on after a whole answer.",
            "**Not applicable** is a case whose job the adapter does not do, or one that needs more open files than the limit allows.",
            "**Every wrong case** leaves the bytes of both sides, and `replay.py`, which sends them again with nothing but Python 3. Of an"
                    + " overload these are the bytes of the first good request that failed; the script sends a good request while as many other"
                    + " clients play the case.",
            "**Objections** of the maker of an adapter stand in its folder, in `objections.md`; the page shows them.");

    private static final List<String> CLIENTS = List.of(
            "| `400`, `4xx` | a whole answer with this status |",
            "| `good` | a whole answer with status 200, which is the one to its own request |",
            "| `same` | a whole answer with the status and the content that the backend gave |",
            "| `slow` | right answers, but late (class overload) |",
            "| `closed` | the end of the connection instead of an answer |",
            "| `cut` | an answer that visibly ends early |",
            "| `hanging`, `silent` | an answer that does not end, or nothing, within the limit |");

    private static final List<String> BACKENDS = List.of(
            "| `nothing` | no byte of the request |",
            "| `part` | a request that visibly is not whole |",
            "| `one`, `two`, `three` | so many whole requests |");

    private static void kind(Path folder, String kind, List<Case> cases, List<String> lines) {
        lines.addAll(List.of("", "## " + kind, ""));
        paragraph(lines, CaseFile.about(folder.resolve(kind + ".yaml")) + " " + cases.size() + " cases.");
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
            shown.append(
                    c == '\\'
                            ? "\\\\"
                            : c == '\r'
                                    ? "\\r"
                                    : c == '\n'
                                            ? "\\n"
                                            : c == '\t'
                                                    ? "\\t"
                                                    : c < ' ' || c > '~'
                                                            ? String.format(Locale.ROOT, "\\x%02x", (int) c)
                                                            : c);
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

    private static void item(List<String> lines, String text) {
        List<String> item = new ArrayList<>();
        paragraph(item, "- " + text);
        for (int i = 0; i < item.size(); i++) {
            lines.add(i == 0 ? item.get(i) : "  " + item.get(i));
        }
    }

    private static void paragraph(List<String> lines, String text) {
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (line.length() + word.length() >= WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
    }
}
