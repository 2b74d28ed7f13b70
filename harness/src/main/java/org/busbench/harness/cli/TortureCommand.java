package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.IntegrityLog;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.run.TortureField;
import org.busbench.harness.run.TortureRun;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Durations;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.torture.Case;
import org.busbench.harness.torture.CaseFile;
import org.busbench.harness.torture.Catalogue;
import org.busbench.harness.torture.MixedRun;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.IntegrityRun.Tortured;
import org.busbench.record.RunReader;
import org.busbench.reports.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code busbench torture}: what does a proxy make of hostile clients, broken backends and bodies of every size? */
@Command(
        name = "torture",
        description = {
            "Sends hostile and broken messages through adapters, some side by side, and plays hostile and broken backends",
            "behind them. Judges what the client got and what reached the backend, and sends good traffic after each case.",
            "Leaves integrity.jsonl, a page, and for each wrong case the raw bytes and a script that sends them again.",
            "docs/hostility.md says how cases are judged. Ends with 1 when a case is wrong."
        },
        mixinStandardHelpOptions = true)
final class TortureCommand implements Callable<Integer> {

    private static final Duration SHORTEST = Duration.ofSeconds(4);
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final int MOST_SEEDS = 1_000_000;
    private static final int MOST_SIDE_BY_SIDE = 32;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Torture these adapters.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "Torture every adapter that is known and has a process.")
    private boolean all;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "ID|CLASS",
            description =
                    "Play these cases, by id, by the beginning of an id with an asterisk, or by class (default: all).")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--list",
            description = "Torture nothing, but print these cases as Markdown: what is sent, why, and what is right.")
    private boolean list;

    @Option(
            names = "--mixed",
            paramLabel = "DURATION",
            description = {
                "Play all cases in random order for so long, as in 10m, beside good traffic at a steady rate, and judge the",
                "good traffic alone: one line for each adapter."
            })
    private String mixed;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Order the cases of --mixed by this seed (default: another each time).")
    private Long seed;

    @Option(
            names = "--side-by-side",
            paramLabel = "N",
            description = {
                "Torture so many adapters at the same time (default: " + TortureField.USUAL
                        + "). Cases of many clients are always",
                "played alone, and --mixed as well."
            })
    private int sideBySide = TortureField.USUAL;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Give the run directory this name (default: time and 'torture').")
    private String id;

    @Option(names = "--json", description = "Print a line of JSON for each adapter and case.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (list) {
            return listed();
        }
        if (all != names.isEmpty()) {
            throw new Problem("name the adapters to torture, or give --all for every one that is known");
        }
        if (seed != null && mixed == null) {
            throw new Problem("--seed is for --mixed: the cases come in their order without it");
        }
        Optional<Duration> duration = duration();
        if (sideBySide < 1 || sideBySide > MOST_SIDE_BY_SIDE) {
            throw new Problem("--side-by-side " + sideBySide + ": give 1 to " + MOST_SIDE_BY_SIDE);
        }
        Project project = Project.current();
        List<Case> known = CaseFile.readAll(cases(project));
        List<Case> cases = chosen(known, only);
        List<Adapter> adapters = all
                ? project.catalog().all(System.err::println).stream()
                        .filter(Adapter::hasProcess)
                        .toList()
                : Chosen.adapters(project, names);
        List<String> ids = known.stream().map(Case::id).toList();
        adapters.forEach(adapter -> TortureRun.refuseStrayObjections(adapter, ids));
        Path folder = folder(project);
        return Interruption.guard(() -> torture(project, adapters, cases, folder, duration));
    }

    private int listed() {
        if (all || !names.isEmpty() || mixed != null || json) {
            throw new Problem("--list prints the cases, and takes no adapters, --all, --mixed or --json");
        }
        Path folder = cases(Project.current());
        Catalogue.of(chosen(CaseFile.readAll(folder), only), folder).forEach(System.out::println);
        return ExitCode.OK;
    }

    private static Path cases(Project project) {
        return project.root().resolve("configs/torture");
    }

    /** The cases chosen by id, by the beginning of an id, or by class. */
    static List<Case> chosen(List<Case> cases, List<String> only) {
        for (String word : only) {
            if (cases.stream().noneMatch(one -> isNamed(one, word))) {
                List<String> known = new ArrayList<>(Case.KINDS);
                cases.forEach(one -> known.add(one.id()));
                throw new Problem("--only " + word + ": no such case or class"
                        + Nearest.to(word, known)
                                .map(near -> ", did you mean '" + near + "'?")
                                .orElse("; 'busbench torture --list' prints them"));
            }
        }
        return only.isEmpty()
                ? cases
                : cases.stream()
                        .filter(one -> only.stream().anyMatch(word -> isNamed(one, word)))
                        .toList();
    }

    private static boolean isNamed(Case one, String word) {
        return one.id().equals(word)
                || one.kind().equals(word)
                || (word.endsWith("*") && one.id().startsWith(word.substring(0, word.length() - 1)));
    }

    private Path folder(Project project) throws IOException {
        return RunDirectory.claim(project.writableRuns(), id, "torture", Instant.now());
    }

    private Optional<Duration> duration() {
        return mixed == null
                ? Optional.empty()
                : Optional.of(Durations.parse(mixed)
                        .filter(time -> time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0)
                        .orElseThrow(() -> new Problem("--mixed " + mixed + ": give " + Durations.FORM + ", from "
                                + Durations.show(SHORTEST) + " to " + Durations.show(LONGEST))));
    }

    private int torture(
            Project project, List<Adapter> adapters, List<Case> cases, Path folder, Optional<Duration> duration)
            throws IOException, InterruptedException {
        Instant started = Instant.now();
        Set<Scenario> scenarios = new LinkedHashSet<>();
        cases.forEach(
                one -> scenarios.add(project.scenarios().find(one.exchange().scenario())));
        scenarios.add(project.scenarios().find("virtualization"));
        List<String> ids = duration.isPresent()
                ? List.of(MixedRun.ID)
                : cases.stream().map(Case::id).toList();
        try (IntegrityLog log = IntegrityLog.create(folder)) {
            BiFunction<Adapter, Backends, TortureRun> runs = (adapter, backends) -> {
                TestBed.Settings plan = new TestBed.Settings(
                        project,
                        folder,
                        backends,
                        List.of(adapter),
                        List.copyOf(scenarios),
                        Chosen.jvmOptions(project));
                return new TortureRun(plan, cases, log, TortureCommand::note, TortureCommand::show);
            };
            List<Tortured> fared = fared(adapters, runs, folder, duration);
            log.order(adapters.stream().map(Adapter::name).toList(), ids);
            log.finish((count, sha256) -> TortureRun.ended(project, folder, started, ids, fared, count, sha256));
        }
        List<Integrity> lines = RunReader.integrity(folder);
        if (json) {
            System.out.print(Files.readString(folder.resolve(Integrity.FILE)));
        } else {
            IntegrityTable.lines(lines).forEach(System.out::println);
            System.out.println();
        }
        (json ? System.err : System.out).println(Report.integrity(folder));
        boolean wrong = lines.stream().anyMatch(line -> line.verdict() == Verdict.WRONG);
        boolean brokenOff = RunReader.integrityRun(folder).stream()
                .flatMap(end -> end.adapters().stream())
                .anyMatch(one -> one.outcome() == Outcome.BROKEN_OFF);
        return wrong || brokenOff ? ExitCode.FAILED : ExitCode.OK;
    }

    /** The results; an adapter that is missing or cannot go on says so, and does not stop the others. */
    private List<Tortured> fared(
            List<Adapter> adapters,
            BiFunction<Adapter, Backends, TortureRun> runs,
            Path folder,
            Optional<Duration> duration)
            throws IOException, InterruptedException {
        Map<Adapter, Tortured> fared = new LinkedHashMap<>();
        List<Adapter> available = new ArrayList<>();
        for (Adapter adapter : adapters) {
            Optional<String> missing = Chosen.missing(adapter).map(Problem::getMessage);
            if (missing.isPresent()) {
                System.err.println(adapter.name() + ": not available here: " + missing.get());
                fared.put(
                        adapter, TortureRun.fared(adapter, Outcome.UNAVAILABLE, missing.get(), Duration.ZERO, folder));
            } else {
                available.add(adapter);
            }
        }
        if (duration.isPresent()) {
            for (Adapter adapter : available) {
                fared.put(adapter, mixed(adapter, runs.apply(adapter, Backends.usual()), duration.get(), folder));
            }
        } else {
            fared.putAll(new TortureField(available, Backends.usual(), sideBySide, runs, TortureCommand::note)
                    .torture(folder));
        }
        return adapters.stream().map(fared::get).toList();
    }

    private Tortured mixed(Adapter adapter, TortureRun run, Duration duration, Path folder)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        String fault = null;
        try {
            run.mixed(
                    adapter,
                    duration,
                    seed == null ? ThreadLocalRandom.current().nextInt(MOST_SEEDS) : seed);
        } catch (Problem problem) {
            System.err.println(adapter.name() + ": broken off: " + problem.getMessage());
            fault = problem.getMessage();
        }
        Duration taken = Duration.ofNanos(System.nanoTime() - began);
        return TortureRun.fared(adapter, fault == null ? Outcome.COMPLETE : Outcome.BROKEN_OFF, fault, taken, folder);
    }

    private static void note(String line) {
        System.err.println(line);
    }

    private static void show(Integrity line) {
        if (line.verdict() == Verdict.WRONG) {
            System.err.println(
                    "wrong: " + line.adapter().name() + ", " + line.of().id() + ": " + line.reason());
        } else if (!line.figures().isEmpty()) {
            System.err.println(line.verdict().key() + ": " + line.adapter().name() + ", "
                    + line.of().id() + (line.reason() == null ? "" : ": " + line.reason()));
        }
    }

    /** Adapters and classes of cases: how many are right, tolerable, wrong and not applicable. */
    static final class IntegrityTable {

        private IntegrityTable() {}

        static List<String> lines(List<Integrity> lines) {
            List<String> kinds =
                    lines.stream().map(line -> line.of().kind()).distinct().toList();
            List<String> header = new ArrayList<>(List.of("adapter"));
            header.addAll(kinds);
            TextTable table = new TextTable(header);
            lines.stream().map(line -> line.adapter().name()).distinct().forEach(adapter -> {
                List<String> row = new ArrayList<>(List.of(adapter));
                for (String kind : kinds) {
                    row.add(cell(lines.stream()
                            .filter(line -> line.adapter().name().equals(adapter)
                                    && line.of().kind().equals(kind))
                            .toList()));
                }
                table.row(row);
            });
            List<String> all = new ArrayList<>(table.lines());
            all.add("");
            all.add("right / tolerable / WRONG / not applicable");
            return all;
        }

        private static String cell(List<Integrity> lines) {
            List<String> counts = new ArrayList<>();
            for (Verdict verdict : Verdict.values()) {
                counts.add(Long.toString(
                        lines.stream().filter(line -> line.verdict() == verdict).count()));
            }
            return lines.isEmpty() ? "-" : String.join(" / ", counts);
        }
    }
}
