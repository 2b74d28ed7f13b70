package org.busbench.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.busbench.harness.run.Finding;
import org.busbench.harness.run.Project;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.reports.Round;
import org.busbench.reports.page.RoundPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code busbench round}: everything that is published regularly, in one night. */
@Command(
        name = "round",
        description =
                "Looks at the machine as doctor does, then runs the suites field, catalogue and round2, with a seed drawn"
                        + " from the date, and torture. All lies in one folder of that date, with a page that compares each run with that"
                        + " of the round before, and a file for objections to each. Given again, it goes on where it ended.",
        footer = {
            "",
            "A run of a suite that was killed is resumed; one of torture, or one that was interrupted, is made anew beside it.",
            "field and catalogue start each mediator three times here: a comparison of runs needs several processes in each."
        },
        mixinStandardHelpOptions = true)
final class RoundCommand implements Callable<Integer> {

    private static final String TORTURE = "torture";
    private static final String SHORT = "-quick";
    private static final List<String> USUAL = List.of("field", "catalogue", TORTURE, "round2");

    // A comparison of runs needs processes, three of each mediator at least. In torture the adapter that waits longest
    // comes first.
    private static final Map<String, List<String>> WORDS = Map.of(
            "field",
            List.of("--forks", "3"),
            "catalogue",
            List.of("--blocks", "3", "--forks", "3"),
            TORTURE,
            List.of(
                    "synapse",
                    "membrane",
                    "servicemix-3.2-stream",
                    "synapse-nhttp",
                    "camel",
                    "mule-3.9",
                    "spring-integration",
                    "nginx",
                    "haproxy",
                    "busbench"),
            TORTURE + SHORT,
            List.of("nginx", "busbench"));

    @Option(
            names = "--suites",
            split = ",",
            paramLabel = "SUITE",
            description =
                    "Run these instead, in this order: names or files of suites, and torture. field-quick is field's short form.")
    private List<String> suites = List.of();

    @Option(
            names = "--quick",
            description = "Run the short forms of the four, with torture of nginx and ours: about an hour.")
    private boolean quick;

    @Option(
            names = "--resume",
            paramLabel = "ROUND",
            description = "Go on with this round of an earlier day, as in round-2027-01-31.")
    private String resumed;

    @Option(names = "--dry-run", description = "Print the plan of each suite and how long it takes; start nothing.")
    private boolean dryRun;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Project project = Project.current();
        if (quick) {
            if (!suites.isEmpty()) {
                throw new Problem("--quick and --suites: give one of them; --suites takes names such as field-quick");
            }
            suites = USUAL.stream().map(suite -> suite + SHORT).toList();
        }
        List<String> chosen = suites.isEmpty() ? USUAL : suites;
        requireKnown(project, chosen);
        if (dryRun) {
            return planned(chosen);
        }
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        Path folder = project.writableRuns().resolve(resumed == null ? Round.name(today) : resumed);
        boolean underway = resumed != null || Round.isIn(folder);
        Round round = underway ? Round.read(folder) : begin(project, folder, today, chosen);
        if (underway && !suites.isEmpty() && !suites.equals(round.plan().suites())) {
            throw new Problem(folder + " was begun with --suites "
                    + String.join(",", round.plan().suites()) + ": leave --suites and --quick out to go on with it");
        }
        int code = ExitCode.OK;
        for (String suite : round.plan().suites()) {
            code = Math.max(code, run(round, suite, folder, project));
            if (code == ExitCode.INTERRUPTED) {
                return code;
            }
        }
        System.out.println("round: " + round.draw(project.root().resolve("reports/published")));
        return code;
    }

    private static void requireKnown(Project project, List<String> suites) {
        List<String> known = new ArrayList<>(List.of(TORTURE, TORTURE + SHORT));
        for (Path file : Listing.yaml(project.suites())) {
            String name = file.getFileName().toString().replaceFirst("\\.yaml$", "");
            known.addAll(List.of(name, name + SHORT));
        }
        suites.stream()
                .filter(suite -> !known.contains(suite) && !Files.isRegularFile(Path.of(suite)))
                .findFirst()
                .ifPresent(unknown -> {
                    throw new Problem("--suites: no suite '" + unknown + "'" + Nearest.hint(unknown, known));
                });
        if (suites.stream().distinct().count() < suites.size()) {
            throw new Problem("--suites names one twice: " + String.join(",", suites));
        }
    }

    private static int planned(List<String> suites) {
        int code = ExitCode.OK;
        for (String suite : suites) {
            System.out.println("== " + suite);
            if (isTorture(suite)) {
                System.out.println("torture " + String.join(" ", WORDS.get(suite)) + ": up to an hour");
            } else {
                code = Math.max(code, execute("run", words(suite), List.of("--dry-run")));
            }
        }
        return code;
    }

    private static Round begin(Project project, Path folder, String date, List<String> suites)
            throws IOException, InterruptedException {
        List<Finding> findings = DoctorCommand.look(project);
        DoctorCommand.table(findings).lines().forEach(System.out::println);
        return Round.begin(
                folder,
                Round.Plan.of(
                        date,
                        Instant.now().toString(),
                        suites,
                        findings.stream()
                                .map(one -> new RoundPage.Finding(
                                        one.check(), one.level().key(), one.found(), one.advice()))
                                .toList()));
    }

    /** Runs a suite, or goes on with it; the exit code, which is 0 for one that is complete already. */
    private static int run(Round round, String suite, Path folder, Project project) {
        Optional<Path> before = round.run(suite);
        if (before.filter(Round::isComplete).isPresent()) {
            System.out.println("== " + suite + ": complete already");
            return ExitCode.OK;
        }
        System.out.println("== " + suite);
        Path runs = project.runs();
        System.setProperty(Project.RUNS, folder.toString());
        try {
            if (before.isPresent()
                    && Files.exists(before.get().resolve("run.json"))
                    && !Files.exists(before.get().resolve("finished.json"))) {
                return execute("run", List.of("--resume", before.get().toString()), List.of());
            }
            String id = id(round, suite, before);
            return isTorture(suite)
                    ? execute(TORTURE, WORDS.get(suite), List.of("--id", id))
                    : execute(
                            "run",
                            words(suite),
                            List.of(
                                    "--id",
                                    id,
                                    "--seed",
                                    Long.toString(round.plan().seed())));
        } finally {
            System.setProperty(Project.RUNS, runs.toString());
        }
    }

    private static boolean isTorture(String suite) {
        return suite.equals(TORTURE) || suite.equals(TORTURE + SHORT);
    }

    private static List<String> words(String suite) {
        List<String> words = new ArrayList<>(List.of(suite));
        words.addAll(WORDS.getOrDefault(suite, List.of()));
        if (suite.endsWith(SHORT)) {
            words.set(0, suite.substring(0, suite.length() - SHORT.length()));
            words.add("--quick");
        }
        return words;
    }

    /** What stands is never written over. */
    private static String id(Round round, String suite, Optional<Path> before) {
        String first = round.id(suite);
        if (before.isEmpty()) {
            return first;
        }
        String last = before.get().getFileName().toString().substring(first.length());
        return first + "-" + (last.isEmpty() ? 2 : 1 + Integer.parseInt(last.substring(1)));
    }

    private static int execute(String command, List<String> words, List<String> more) {
        return Busbench.execute(
                Stream.of(List.of(command), words, more).flatMap(List::stream).toArray(String[]::new));
    }
}
