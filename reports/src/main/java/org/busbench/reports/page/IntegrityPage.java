package org.busbench.reports.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.RunProblem;
import org.busbench.reports.page.Document.ScriptText;
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
    private static final Map<String, String> ABOUT = Map.of(
            "integrity",
            "bodies of every size and framing, beside good traffic",
            "http-response",
            "answers that are malformed, ambiguous or seldom",
            "content",
            "empty, compressed, or no SOAP envelope, through a proxy that reads it",
            "backend-failure",
            "down, silent, slow, cut off",
            "http-request",
            "malformed, ambiguous or seldom requests; smuggling",
            "xml",
            "entities, depth, lies about the encoding",
            "overload",
            "good traffic while an attack takes all the room",
            IntegrityResults.MIXED,
            "good traffic while cases of all classes are played");

    /** Sentences on classes that a few words do not explain. */
    private static final Map<String, String> SENTENCES = Map.of(
            "overload",
            "An attack takes connections, threads or memory while good traffic goes on at a steady rate: only this good"
                    + " traffic is judged.",
            IntegrityResults.MIXED,
            "Each adapter gets the cases of all classes in random order, one after the other, while good traffic goes on at a"
                    + " steady rate: only this good traffic is judged. The same attack then goes against another copy of the adapter: how"
                    + " slow good answers are meanwhile is due to the machine and the attackers, not to the adapter.");

    record ClassView(String id, String title, String brief, String about, String sentence, String cases) {}

    record AdapterView(
            String name,
            String title,
            String version,
            String fault,
            List<Cell> cells,
            List<FaultGroup> faults,
            List<Objected> objections,
            String wrongs) {}

    /** A cell of the matrix; the shares are percentages of the judged cases. */
    record Cell(
            String adapter,
            String caseClass,
            int right,
            int tolerable,
            int wrong,
            int notApplicable,
            String rightShare,
            String tolerableShare,
            String wrongShare,
            String mark,
            String big,
            String word,
            String brief,
            String link) {}

    record Dot(String verdict, String sign, String hint, String link, String objection) {}

    /** @param figures one row for each adapter of which there are figures */
    record CaseView(
            String id,
            String title,
            String source,
            String link,
            String right,
            List<Dot> dots,
            int columns,
            List<GoodTraffic> figures) {}

    record Group(ClassView of, List<CaseView> odd, String clean, List<CaseView> cleanRows) {}

    record Mixed(ClassView of, List<MixedRow> rows) {}

    /**
     * What came of the attacks of all classes.
     *
     * @param played how many cases for how long, and the seed of their order
     * @param attacks how many were played
     */
    record MixedRow(String played, Dot dot, String reason, String attacks, GoodTraffic good) {}

    record FaultGroup(String anchor, String title, String count, List<Fault> faults) {}

    record Fault(
            String anchor,
            String adapter,
            String id,
            String title,
            String source,
            String reason,
            String right,
            String tries,
            String objection,
            String folder) {}

    /** An objection to a verdict that is not among the faults. */
    record Objected(String anchor, String id, String title, String verdict, String word, String reason, String text) {}

    private IntegrityPage() {}

    /**
     * Draws the page.
     *
     * @param folder the run directory, where the evidence lies
     * @throws RunProblem with one line for people, when evidence cannot be read
     */
    public static String of(Path folder, IntegrityResults results) {
        Map<String, Object> view = Document.view();
        Document.addStyle(view, "style/integrity.css");
        List<ClassView> classes = results.classes().stream()
                .map(one -> new ClassView(
                        one.id(),
                        one.title(),
                        one.brief(),
                        ABOUT.getOrDefault(one.id(), ""),
                        SENTENCES.getOrDefault(one.id(), ABOUT.getOrDefault(one.id(), "") + "."),
                        one.cases() == 1 ? "1 case" : one.cases() + " cases"))
                .toList();
        view.put("classes", classes);
        view.put(
                "adapters",
                results.adapters().stream()
                        .map(adapter -> adapter(adapter, results))
                        .toList());
        view.put(
                "groups",
                classes.stream()
                        .filter(one -> !one.id().equals(IntegrityResults.MIXED))
                        .map(one -> group(one, results))
                        .toList());
        view.put(
                "mixed",
                classes.stream()
                        .filter(one -> one.id().equals(IntegrityResults.MIXED))
                        .map(one -> mixed(one, results))
                        .toList());
        view.put("heads", GoodTraffic.HEADS);
        view.put("cases", Format.count(results.cases().size()));
        view.put("anyWrong", results.cases().stream().anyMatch(Case::anyWrong));
        view.put("headline", headline(results));
        view.put("run", results.run());
        view.put(
                "finished",
                results.run().finishedAt() == null
                        ? ""
                        : Format.time(results.run().finishedAt()));
        view.put(
                "machine",
                results.run().host() == null
                        ? ""
                        : results.run().host().logicalCpus() + " × "
                                + results.run().host().cpu());
        view.put("unfinished", results.run().finishedAt() == null);
        view.put("evidence", evidence(folder, results));
        String script = Document.script("integrity.js");
        view.put("script", script);
        view.put("policy", Document.WITHOUT_SCRIPTS + "; script-src " + ScriptText.hash(script));
        return Document.of("integrity", view);
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

    private static AdapterView adapter(Adapter adapter, IntegrityResults results) {
        List<FaultGroup> faults = new ArrayList<>();
        List<Objected> objections = new ArrayList<>();
        for (CaseClass kind : results.classes()) {
            List<Fault> own = new ArrayList<>();
            for (Case one : results.cases()) {
                Judged judged = one.caseClass().equals(kind.id())
                        ? one.of(adapter.name()).orElse(null)
                        : null;
                if (judged != null && judged.verdict() == Verdict.WRONG) {
                    own.add(fault(one, judged));
                } else if (judged != null && judged.objection() != null) {
                    objections.add(new Objected(
                            objection(adapter.name(), one.id()),
                            one.id(),
                            one.title(),
                            judged.verdict().key(),
                            word(judged.verdict()),
                            judged.reason() == null ? "" : judged.reason(),
                            judged.objection()));
                }
            }
            if (!own.isEmpty()) {
                faults.add(new FaultGroup(
                        classAnchor(adapter.name(), kind.id()), kind.title(), Integer.toString(own.size()), own));
            }
        }
        int wrongs = adapter.counts().stream().mapToInt(Counts::wrong).sum();
        return new AdapterView(
                adapter.name(),
                adapter.title(),
                adapter.version() == null ? "" : adapter.version(),
                fault(adapter),
                results.classes().stream()
                        .map(kind -> cell(adapter.name(), kind, adapter.of(kind.id())))
                        .toList(),
                faults,
                objections,
                wrongs == 0 ? "" : Integer.toString(wrongs));
    }

    private static String fault(Adapter adapter) {
        return adapter.outcome() == Outcome.BROKEN_OFF
                ? "broken off: " + adapter.reason()
                : adapter.outcome() == Outcome.UNAVAILABLE ? "not on this machine: " + adapter.reason() : "";
    }

    private static Cell cell(String adapter, CaseClass kind, Counts counts) {
        double judged = Math.max(1, counts.right() + counts.tolerable() + counts.wrong());
        boolean tried = isTried(counts);
        return new Cell(
                adapter,
                kind.id(),
                counts.right(),
                counts.tolerable(),
                counts.wrong(),
                counts.notApplicable(),
                share(counts.right() / judged),
                share(counts.tolerable() / judged),
                share(counts.wrong() / judged),
                counts.wrong() > 0 ? "bad" : tried ? "good" : "none",
                counts.wrong() > 0 ? Integer.toString(counts.wrong()) : tried ? "0" : "–",
                counts.wrong() > 0 || tried ? "wrong" : counts.notApplicable() > 0 ? "not applicable" : "not tried",
                kind.brief(),
                counts.wrong() > 0 ? "#" + classAnchor(adapter, kind.id()) : "");
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }

    private static Group group(ClassView kind, IntegrityResults results) {
        List<CaseView> odd = new ArrayList<>();
        List<CaseView> clean = new ArrayList<>();
        for (Case one : results.cases()) {
            if (one.caseClass().equals(kind.id())) {
                (one.anyWrong() ? odd : clean).add(caseView(one, results));
            }
        }
        return new Group(kind, odd, Integer.toString(clean.size()), clean);
    }

    private static CaseView caseView(Case one, IntegrityResults results) {
        return new CaseView(
                one.id(),
                one.title(),
                one.source(),
                address(one.source()),
                String.join(" or ", one.right()),
                results.adapters().stream()
                        .map(adapter -> one.of(adapter.name())
                                .map(judged -> dot(one, judged))
                                .orElse(new Dot("untried", "", adapter.name() + ": not tried", "", "")))
                        .toList(),
                results.adapters().size() + 1,
                one.verdicts().stream()
                        .filter(judged -> !judged.figures().isEmpty())
                        .map(judged -> GoodTraffic.of(judged.adapter(), judged.figures()))
                        .toList());
    }

    /** The only case of its class has a block of its own, in which an adapter is a row. */
    private static Mixed mixed(ClassView kind, IntegrityResults results) {
        List<MixedRow> rows = new ArrayList<>();
        for (Case one : results.cases()) {
            if (one.caseClass().equals(kind.id())) {
                for (Judged judged : one.verdicts()) {
                    rows.add(new MixedRow(
                            judged.title() == null ? one.title() : judged.title(),
                            dot(one, judged),
                            judged.reason() == null ? "" : judged.reason(),
                            judged.verdict() == Verdict.NOT_APPLICABLE ? "–" : Format.count(judged.tries()),
                            GoodTraffic.of(judged.adapter(), judged.figures())));
                }
            }
        }
        return new Mixed(kind, rows);
    }

    private static String address(String source) {
        return source.startsWith("https://") ? source : "";
    }

    private static Dot dot(Case one, Judged judged) {
        String sign = switch (judged.verdict()) {
            case RIGHT -> "✓";
            case TOLERABLE -> "~";
            case WRONG -> "✗";
            case NOT_APPLICABLE -> "–";
        };
        boolean wrong = judged.verdict() == Verdict.WRONG;
        return new Dot(
                judged.verdict().key(),
                sign,
                judged.verdict() == Verdict.RIGHT || judged.verdict() == Verdict.NOT_APPLICABLE
                        ? ""
                        : judged.adapter() + ": " + judged.reason(),
                wrong ? "#" + anchor(judged.adapter(), one.id()) : "",
                judged.objection() == null || wrong ? "" : "#" + objection(judged.adapter(), one.id()));
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

    private static String word(Verdict verdict) {
        return verdict.key().replace('-', ' ');
    }

    private static Fault fault(Case one, Judged judged) {
        return new Fault(
                anchor(judged.adapter(), one.id()),
                judged.adapter(),
                one.id(),
                one.title(),
                one.source(),
                judged.reason(),
                String.join(" or ", one.right()),
                judged.tries() == 1 ? "" : "Seen in try " + judged.tries() + ".",
                judged.objection() == null ? "" : judged.objection(),
                judged.evidence() == null ? "" : judged.evidence());
    }

    /** A part of the page that holds what belongs to an adapter. */
    record Packed(String adapter, String text) {}

    private static List<Packed> evidence(Path folder, IntegrityResults results) {
        List<Packed> packed = new ArrayList<>();
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
                    packed.add(new Packed(adapter.name(), evidence.packed()));
                }
            } catch (IOException e) {
                throw new RunProblem(folder + ": the evidence cannot be read: " + e, e);
            }
        }
        return packed;
    }
}
