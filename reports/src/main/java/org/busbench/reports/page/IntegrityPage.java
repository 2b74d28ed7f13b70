package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.IntegrityRun;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.RunProblem;
import org.busbench.reports.page.Document.ScriptText;
import org.busbench.reports.results.Fields;
import org.busbench.reports.results.IntegrityResults;
import org.busbench.reports.results.IntegrityResults.Adapter;
import org.busbench.reports.results.IntegrityResults.Case;
import org.busbench.reports.results.IntegrityResults.CaseClass;
import org.busbench.reports.results.IntegrityResults.Counts;
import org.busbench.reports.results.IntegrityResults.Judged;

/**
 * The page of hostile exchanges: who garbles messages at a glance, each case below it, and behind each wrong one the bytes of
 * both sides and the script that sends them again. The evidence travels within the page. Without scripts everything but the
 * bytes can be read.
 */
public final class IntegrityPage {
    private static final Map<String, String> ABOUT = Map.ofEntries(
            Map.entry("integrity", "bodies of every size and framing, beside good traffic"),
            Map.entry("http-response", "answers that are malformed, ambiguous or seldom"),
            Map.entry("content", "empty, compressed, or no SOAP envelope, through a proxy that reads it"),
            Map.entry("backend-failure", "down, silent, slow, cut off"),
            Map.entry("http-request", "malformed, ambiguous or seldom requests; smuggling"),
            Map.entry("xml", "entities, depth, lies about the encoding"),
            Map.entry("overload", "good traffic while an attack takes all the room"),
            Map.entry(IntegrityResults.MIXED, "good traffic while cases of all classes are played"));

    /** Sentences on classes that a few words do not explain. */
    private static final Map<String, String> SENTENCES = Map.of(
            "overload",
            "An attack takes connections, threads or memory while good traffic goes on at a steady rate: only this good"
                    + " traffic is judged.",
            IntegrityResults.MIXED,
            "Each adapter gets the cases of all classes in random order, one after the other, while good traffic goes"
                    + " on at a steady rate: only this good traffic is judged. The same attack then goes against another"
                    + " copy of the adapter: how slow good answers are meanwhile is due to the machine and the attackers,"
                    + " not to the adapter.");

    private IntegrityPage() {}

    /**
     * Draws the page.
     *
     * @param folder the run directory, where the evidence lies
     * @throws RunProblem with one line for people, when evidence cannot be read
     */
    public static String of(Path folder, IntegrityResults results) {
        String script = Document.script("integrity.js");
        IntegrityRun.Host host = results.run().host();
        String finishedAt = results.run().finishedAt();
        Map<String, Object> view = Document.view("style/integrity.css");
        view.putAll(Fields.of(
                "classes", each(results.classes(), IntegrityPage::caseClass),
                "adapters", each(results.adapters(), adapter -> adapter(adapter, results)),
                "groups",
                        results.classes().stream()
                                .filter(one -> !one.id().equals(IntegrityResults.MIXED))
                                .map(one -> group(one, results))
                                .toList(),
                "mixed",
                        results.classes().stream()
                                .filter(one -> one.id().equals(IntegrityResults.MIXED))
                                .map(one -> mixed(one, results))
                                .toList(),
                "heads", GoodTraffic.HEADS,
                "cases", Format.count(results.cases().size()),
                "anyWrong", results.cases().stream().anyMatch(Case::anyWrong),
                "headline", headline(results),
                "run", results.run(),
                "finished", finishedAt == null ? null : Format.time(finishedAt),
                "machine", host == null ? null : host.logicalCpus() + " × " + host.cpu(),
                "unfinished", finishedAt == null,
                "evidence", evidence(folder, results),
                "script", script,
                "policy", Document.WITHOUT_SCRIPTS + "; script-src " + ScriptText.hash(script)));
        return Document.of("integrity", view);
    }

    private static Map<String, Object> caseClass(CaseClass one) {
        String about = ABOUT.getOrDefault(one.id(), "");
        return Fields.of(
                "of",
                one,
                "about",
                about,
                "sentence",
                SENTENCES.getOrDefault(one.id(), about + "."),
                "cases",
                one.cases() == 1 ? "1 case" : one.cases() + " cases");
    }

    private static String headline(IntegrityResults results) {
        List<String> tried = results.adapters().stream()
                .filter(adapter -> adapter.counts().stream().anyMatch(IntegrityPage::isTried))
                .map(Adapter::name)
                .toList();
        List<String> clean = results.adapters().stream()
                .filter(adapter -> tried.contains(adapter.name())
                        && adapter.outcome() != Outcome.BROKEN_OFF
                        && adapter.counts().stream().noneMatch(count -> count.wrong() > 0))
                .map(Adapter::name)
                .toList();
        if (tried.isEmpty()) {
            return "Nothing was tried";
        }
        if (clean.size() == tried.size()) {
            return tried.size() == 1
                    ? "No case of " + tried.get(0) + " is wrong"
                    : "No case is wrong in any of " + tried.size() + " adapters";
        }
        return clean.isEmpty()
                ? tried.size() == 1 ? tried.get(0) + " has wrong cases" : "Every one of these has wrong cases"
                : "Of " + tried.size() + ", only " + String.join(", ", clean) + (clean.size() == 1 ? " has" : " have")
                        + " no wrong case";
    }

    private static boolean isTried(Counts count) {
        return count.right() + count.tolerable() + count.wrong() > 0;
    }

    private static Map<String, Object> adapter(Adapter adapter, IntegrityResults results) {
        List<Map<String, Object>> faults = new ArrayList<>();
        List<Map<String, Object>> objections = new ArrayList<>();
        for (CaseClass kind : results.classes()) {
            List<Map<String, Object>> own = new ArrayList<>();
            for (Case one : results.cases()) {
                Judged judged = one.caseClass().equals(kind.id())
                        ? one.of(adapter.name()).orElse(null)
                        : null;
                if (judged != null && judged.verdict() == Verdict.WRONG) {
                    own.add(fault(one, judged));
                } else if (judged != null && judged.objection() != null) {
                    objections.add(objected(one, judged));
                }
            }
            if (!own.isEmpty()) {
                faults.add(Fields.of(
                        "anchor", classAnchor(adapter.name(), kind.id()),
                        "title", kind.title(),
                        "count", own.size(),
                        "faults", own));
            }
        }
        int wrongs = adapter.counts().stream().mapToInt(Counts::wrong).sum();
        return Fields.of(
                "name", adapter.name(),
                "title", adapter.title(),
                "fault", fault(adapter),
                "cells", each(results.classes(), kind -> cell(adapter.name(), kind, adapter.of(kind.id()))),
                "faults", faults,
                "objections", objections,
                "wrongs", wrongs == 0 ? null : wrongs);
    }

    /** An objection to a verdict that is not among the faults. */
    private static Map<String, Object> objected(Case one, Judged judged) {
        return Fields.of(
                "anchor", objection(judged.adapter(), one.id()),
                "of", one,
                "judged", judged,
                "verdict", judged.verdict(),
                "word", judged.verdict().key().replace('-', ' '));
    }

    private static String fault(Adapter adapter) {
        return adapter.outcome() == Outcome.BROKEN_OFF
                ? "broken off: " + adapter.reason()
                : adapter.outcome() == Outcome.UNAVAILABLE ? "not on this machine: " + adapter.reason() : "";
    }

    /** A cell of the matrix; the shares are percentages of the judged cases. */
    private static Map<String, Object> cell(String adapter, CaseClass kind, Counts counts) {
        double judged = Math.max(1, counts.right() + counts.tolerable() + counts.wrong());
        boolean tried = isTried(counts);
        boolean wrong = counts.wrong() > 0;
        return Fields.of(
                "adapter",
                adapter,
                "caseClass",
                kind.id(),
                "counts",
                counts,
                "rightShare",
                Format.pixel(100 * counts.right() / judged),
                "tolerableShare",
                Format.pixel(100 * counts.tolerable() / judged),
                "wrongShare",
                Format.pixel(100 * counts.wrong() / judged),
                "mark",
                wrong ? "bad" : tried ? "good" : "none",
                "big",
                tried ? Integer.toString(counts.wrong()) : "–",
                "word",
                tried ? "wrong" : counts.notApplicable() > 0 ? "not applicable" : "not tried",
                "link",
                wrong ? "#" + classAnchor(adapter, kind.id()) : null);
    }

    private static Map<String, Object> group(CaseClass kind, IntegrityResults results) {
        List<Map<String, Object>> odd = new ArrayList<>();
        List<Map<String, Object>> clean = new ArrayList<>();
        for (Case one : results.cases()) {
            if (one.caseClass().equals(kind.id())) {
                (one.anyWrong() ? odd : clean).add(row(one, results));
            }
        }
        return Fields.of("of", caseClass(kind), "odd", odd, "clean", clean.size(), "cleanRows", clean);
    }

    /** A case, with one row of figures for each adapter of which there are figures. */
    private static Map<String, Object> row(Case one, IntegrityResults results) {
        return Fields.of(
                "of",
                one,
                "link",
                one.source().startsWith("https://") ? one.source() : null,
                "right",
                String.join(" or ", one.right()),
                "dots",
                each(results.adapters(), adapter -> dot(one, adapter.name())),
                "columns",
                results.adapters().size() + 1,
                "figures",
                one.verdicts().stream()
                        .filter(judged -> !judged.figures().isEmpty())
                        .map(judged -> GoodTraffic.of(judged.adapter(), judged.figures()))
                        .toList());
    }

    /** The only case of its class has a block of its own, in which an adapter is a row. */
    private static Map<String, Object> mixed(CaseClass kind, IntegrityResults results) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Case one : results.cases()) {
            if (one.caseClass().equals(kind.id())) {
                one.verdicts().forEach(judged -> rows.add(mixed(one, judged)));
            }
        }
        return Fields.of("of", caseClass(kind), "rows", rows);
    }

    /** What came of the attacks of all classes: how many cases for how long, the seed of their order, and how many were played. */
    private static Map<String, Object> mixed(Case one, Judged judged) {
        return Fields.of(
                "played", judged.title() == null ? one.title() : judged.title(),
                "dot", dot(one, judged),
                "reason", judged.reason(),
                "attacks", judged.verdict() == Verdict.NOT_APPLICABLE ? "–" : Format.count(judged.tries()),
                "good", GoodTraffic.of(judged.adapter(), judged.figures()));
    }

    /** A verdict as a sign; null for no hint and no link. */
    private record Dot(String verdict, String sign, String hint, String link, String objection) {}

    private static Dot dot(Case one, String adapter) {
        return one.of(adapter)
                .map(judged -> dot(one, judged))
                .orElseGet(() -> new Dot("untried", "", adapter + ": not tried", null, null));
    }

    private static Dot dot(Case one, Judged judged) {
        boolean wrong = judged.verdict() == Verdict.WRONG;
        boolean odd = wrong || judged.verdict() == Verdict.TOLERABLE;
        String sign = switch (judged.verdict()) {
            case RIGHT -> "✓";
            case TOLERABLE -> "~";
            case WRONG -> "✗";
            case NOT_APPLICABLE -> "–";
        };
        return new Dot(
                judged.verdict().key(),
                sign,
                odd ? judged.adapter() + ": " + judged.reason() : null,
                wrong ? "#" + anchor(judged.adapter(), one.id()) : null,
                judged.objection() == null || wrong ? null : "#" + objection(judged.adapter(), one.id()));
    }

    private static String anchor(String adapter, String id) {
        return "wrong-" + adapter + "-" + id;
    }

    /** A class may have the name of a case. */
    private static String classAnchor(String adapter, String kind) {
        return "wrongs-" + adapter + "-" + kind;
    }

    private static String objection(String adapter, String id) {
        return "objection-" + adapter + "-" + id;
    }

    private static Map<String, Object> fault(Case one, Judged judged) {
        return Fields.of(
                "anchor",
                anchor(judged.adapter(), one.id()),
                "of",
                one,
                "judged",
                judged,
                "right",
                String.join(" or ", one.right()),
                "tries",
                judged.tries() == 1 ? null : "Seen in try " + judged.tries() + ".");
    }

    /** For each adapter with wrong cases their bytes and scripts. */
    private static List<Map<String, Object>> evidence(Path folder, IntegrityResults results) {
        List<Map<String, Object>> packed = new ArrayList<>();
        for (Adapter adapter : results.adapters()) {
            Map<String, String> paths = new LinkedHashMap<>();
            for (Case one : results.cases()) {
                one.of(adapter.name())
                        .filter(judged -> judged.verdict() == Verdict.WRONG && judged.evidence() != null)
                        .ifPresent(judged -> paths.put(one.id(), judged.evidence()));
            }
            try {
                PackedEvidence evidence = PackedEvidence.of(folder, paths);
                if (!evidence.cases().isEmpty()) {
                    packed.add(Fields.of("adapter", adapter.name(), "text", Document.packed(evidence)));
                }
            } catch (IOException e) {
                throw new RunProblem(folder + ": the evidence cannot be read: " + e, e);
            }
        }
        return packed;
    }
}
