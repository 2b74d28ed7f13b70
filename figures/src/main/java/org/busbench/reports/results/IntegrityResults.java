package org.busbench.reports.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.IntegrityRun;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.IntegrityRun.Tortured;
import org.busbench.record.Objections;
import org.busbench.record.RunReader;

/**
 * What a run of hostile exchanges says, complete: {@code export --format json} writes it as
 * docs/schema/integrity-results-1.schema.json describes it, and the page draws it. There is no figure over classes: a wrong
 * byte and a missing 502 cannot be added up.
 */
public record IntegrityResults(
        String schema, Run run, List<CaseClass> classes, List<Adapter> adapters, List<Case> cases) {

    public static final String SCHEMA = "busbench/integrity-results/1";

    /** The class of the one line for each adapter that judges good traffic beside attacks of all classes. */
    public static final String MIXED = "mixed";

    /** Where evidence and objections lie, relative to the run directory. */
    private static final String EVIDENCE = "integrity";

    /** Whose answer and which byte come first: what a proxy garbles, its client cannot notice. */
    private static final List<CaseClass> KNOWN = List.of(
            new CaseClass("integrity", "Whose answer, which byte", "Bytes", 0),
            new CaseClass("http-response", "Hostile backends", "Answers", 0),
            new CaseClass("content", "Unexpected content", "Content", 0),
            new CaseClass("backend-failure", "Failing backends", "Failures", 0),
            new CaseClass("http-request", "Hostile clients", "Requests", 0),
            new CaseClass("xml", "Hostile XML", "XML", 0),
            new CaseClass("overload", "Overload", "Load", 0),
            new CaseClass(MIXED, "All attacks in random order", "Mixed", 0));

    /** Which run it was. */
    public record Run(String id, String startedAt, String finishedAt, String busbench, IntegrityRun.Host host) {}

    /** A class of cases. */
    public record CaseClass(String id, String title, String brief, int cases) {}

    /** An adapter. */
    public record Adapter(
            String name,
            String title,
            String version,
            Outcome outcome,
            String reason,
            Double seconds,
            List<Counts> counts) {

        public Counts of(String caseClass) {
            return counts.stream()
                    .filter(count -> count.caseClass.equals(caseClass))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no class " + caseClass));
        }
    }

    /** How many cases of a class had which verdict. */
    public record Counts(
            @JsonProperty("class") String caseClass, int right, int tolerable, int wrong, int notApplicable) {

        static Counts of(String caseClass, List<Integrity> lines) {
            return new Counts(
                    caseClass,
                    count(lines, Verdict.RIGHT),
                    count(lines, Verdict.TOLERABLE),
                    count(lines, Verdict.WRONG),
                    count(lines, Verdict.NOT_APPLICABLE));
        }

        private static int count(List<Integrity> lines, Verdict verdict) {
            return (int)
                    lines.stream().filter(line -> line.verdict() == verdict).count();
        }
    }

    /** A case and what became of it. */
    public record Case(
            String id,
            @JsonProperty("class") String caseClass,
            String title,
            String source,
            List<String> right,
            List<String> tolerable,
            List<Judged> verdicts) {

        /** The judgement on an adapter; empty when it was not tried with the case. */
        public Optional<Judged> of(String adapter) {
            return verdicts.stream()
                    .filter(verdict -> verdict.adapter.equals(adapter))
                    .findFirst();
        }

        public boolean anyWrong() {
            return verdicts.stream().anyMatch(one -> one.verdict == Verdict.WRONG);
        }
    }

    /** A verdict. */
    public record Judged(
            String adapter,
            Verdict verdict,
            String reason,
            String client,
            String backend,
            int tries,
            double missedRate,
            long millis,
            String evidence,
            String objection,
            @JsonInclude(Include.NON_NULL) String title,
            @JsonInclude(Include.NON_EMPTY) Map<String, Double> figures) {}

    /**
     * Reads a run directory.
     *
     * @throws org.busbench.record.RunProblem with one line for people, when it cannot be read
     */
    public static IntegrityResults read(Path folder) {
        List<Integrity> lines = RunReader.integrity(folder);
        Optional<IntegrityRun> end = RunReader.integrityRun(folder);
        Map<String, Objections> objections = new LinkedHashMap<>();
        for (Integrity line : lines) {
            objections.computeIfAbsent(
                    line.adapter().name(),
                    name -> Objections.read(
                            folder.resolve(EVIDENCE).resolve(name).resolve(Objections.FILE)));
        }
        List<CaseClass> classes = classes(lines);
        return new IntegrityResults(
                SCHEMA,
                run(folder, lines, end),
                classes,
                adapters(lines, end, classes),
                cases(lines, classes, objections));
    }

    private static Run run(Path folder, List<Integrity> lines, Optional<IntegrityRun> end) {
        return end.map(run -> new Run(
                        run.id(),
                        run.startedAt(),
                        run.finishedAt(),
                        run.busbench().words(),
                        run.host()))
                .orElseGet(() -> new Run(
                        folder.toAbsolutePath().normalize().getFileName().toString(),
                        lines.isEmpty() ? null : lines.get(0).finishedAt(),
                        null,
                        null,
                        null));
    }

    private static List<CaseClass> classes(List<Integrity> lines) {
        List<String> order = KNOWN.stream().map(CaseClass::id).toList();
        return lines.stream()
                .map(line -> line.of().kind())
                .distinct()
                .sorted(Comparator.comparingInt(id -> order.contains(id) ? order.indexOf(id) : order.size()))
                .map(id -> {
                    int cases = (int) lines.stream()
                            .filter(line -> line.of().kind().equals(id))
                            .map(line -> line.of().id())
                            .distinct()
                            .count();
                    return KNOWN.stream()
                            .filter(known -> known.id.equals(id))
                            .map(known -> new CaseClass(id, known.title, known.brief, cases))
                            .findFirst()
                            .orElse(new CaseClass(id, id, id, cases));
                })
                .toList();
    }

    private static List<Adapter> adapters(List<Integrity> lines, Optional<IntegrityRun> end, List<CaseClass> classes) {
        Map<String, List<Integrity>> byName = new LinkedHashMap<>();
        end.ifPresent(run -> run.adapters().forEach(one -> byName.put(one.name(), new ArrayList<>())));
        lines.forEach(line -> byName.computeIfAbsent(line.adapter().name(), name -> new ArrayList<>())
                .add(line));
        List<Adapter> adapters = new ArrayList<>();
        byName.forEach((name, own) -> {
            Optional<Tortured> fared = end.flatMap(run -> run.adapters().stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst());
            adapters.add(new Adapter(
                    name,
                    fared.map(Tortured::title)
                            .orElseGet(() -> own.get(0).adapter().title()),
                    own.isEmpty() ? null : own.get(0).adapter().version(),
                    fared.map(Tortured::outcome).orElse(null),
                    fared.map(Tortured::reason).orElse(null),
                    fared.map(Tortured::seconds).orElse(null),
                    classes.stream()
                            .map(kind -> Counts.of(
                                    kind.id,
                                    own.stream()
                                            .filter(line -> line.of().kind().equals(kind.id))
                                            .toList()))
                            .toList()));
        });
        return adapters;
    }

    private static List<Case> cases(
            List<Integrity> lines, List<CaseClass> classes, Map<String, Objections> objections) {
        Map<String, List<Integrity>> byCase = new LinkedHashMap<>();
        for (CaseClass kind : classes) {
            lines.stream()
                    .filter(line -> line.of().kind().equals(kind.id))
                    .forEach(line -> byCase.computeIfAbsent(line.of().id(), id -> new ArrayList<>())
                            .add(line));
        }
        List<Case> cases = new ArrayList<>();
        byCase.values().forEach(own -> {
            Integrity.Case one = own.get(0).of();
            cases.add(new Case(
                    one.id(),
                    one.kind(),
                    one.title(),
                    one.source(),
                    one.right(),
                    one.tolerable(),
                    own.stream()
                            .map(line -> judged(
                                    one.title(),
                                    line,
                                    objections.get(line.adapter().name()).of(one.id())))
                            .toList()));
        });
        return cases;
    }

    private static Judged judged(String title, Integrity line, String objection) {
        return new Judged(
                line.adapter().name(),
                line.verdict(),
                line.reason(),
                line.client(),
                line.backend(),
                line.tries(),
                line.missed(),
                line.millis(),
                line.evidenceFolder().path(),
                objection.isEmpty() ? null : objection,
                line.of().title().equals(title) ? null : line.of().title(),
                line.figures());
    }
}
