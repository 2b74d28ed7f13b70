package org.busbench.reports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Integrity;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Disturbances;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.Verdict;
import org.busbench.reports.check.Check;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.ChangeText;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.page.ComparisonPage;
import org.busbench.reports.page.RoundPage;
import org.busbench.reports.page.RoundPage.Changed;
import org.busbench.reports.page.RoundPage.Entry;
import org.busbench.reports.page.RoundPage.Finding;

/** Runs of several suites in one folder, named by its date: {@code round-2027-01-31/field-2027-01-31} and its neighbours. */
public final class Round {

    private static final String FILE = "round.json";
    private static final String SCHEMA = "busbench/round/1";
    private static final Pattern NAME = Pattern.compile("round-\\d{4}-\\d{2}-\\d{2}");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Path folder;
    private final Plan plan;

    private Round(Path folder, Plan plan) {
        this.folder = folder;
        this.plan = plan;
    }

    /** What a round is made of: {@code round.json}, written before the first run. */
    public record Plan(
            String schema, String date, String startedAt, long seed, List<String> suites, List<Finding> machine) {

        /**
         * A new one.
         *
         * @param date as in {@code 2027-01-31}, from which the seed of all suites is drawn
         * @param suites names, or files
         */
        public static Plan of(String date, String startedAt, List<String> suites, List<Finding> machine) {
            return new Plan(SCHEMA, date, startedAt, Long.parseLong(date.replace("-", "")), suites, machine);
        }
    }

    /** The folder's name. */
    public static String name(String date) {
        return "round-" + date;
    }

    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(FILE));
    }

    public static Round begin(Path folder, Plan plan) {
        try {
            Files.createDirectories(folder);
            Report.replace(
                    folder.resolve(FILE), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(plan));
            return new Round(folder, plan);
        } catch (IOException e) {
            throw new RunProblem(folder + ": no round can be recorded: " + e, e);
        }
    }

    /**
     * Reads one that was begun.
     *
     * @throws RunProblem with one line for people, when there is none
     */
    public static Round read(Path folder) {
        try {
            return new Round(folder, JSON.readValue(folder.resolve(FILE).toFile(), Plan.class));
        } catch (JsonProcessingException e) {
            throw new RunProblem(folder.resolve(FILE) + ": is not as busbench wrote it: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new RunProblem(
                    folder + ": holds no round (no " + FILE + " in it): name a folder such as round-2027-01-31", e);
        }
    }

    public Plan plan() {
        return plan;
    }

    /** The id of the first run of a suite, given by its name or file. */
    public String id(String suite) {
        return suiteName(suite) + "-" + plan.date;
    }

    /** The newest run of a suite in this round; empty before there is one. */
    public Optional<Path> run(String suite) {
        return newest(folder, suiteName(suite), run -> true);
    }

    private static String suiteName(String suite) {
        return Path.of(suite).getFileName().toString().replaceFirst("\\.yaml$", "");
    }

    /** A run that came to its end. One that was interrupted, or broke off, did not. */
    public static boolean isComplete(Path run) {
        return RunReader.integrityRun(run).isPresent()
                || (Files.exists(run.resolve("run.json"))
                        && RunReader.read(run)
                                .finished()
                                .filter(end -> end.outcome().equals("complete"))
                                .isPresent());
    }

    /**
     * Draws the page, a comparison of each run with the one before, and a file of objections of each.
     *
     * @param published folder of published runs, which stand in for an earlier round
     * @return the page
     */
    public Path draw(Path published) {
        List<Path> earlier = new ArrayList<>(folders(folder.toAbsolutePath().getParent(), NAME).stream()
                .filter(other -> other.getFileName().compareTo(folder.getFileName()) < 0)
                .toList());
        earlier.add(published);
        List<Entry> entries = plan.suites.stream()
                .map(suite -> run(suite)
                        .filter(run -> RunReader.integrityRun(run).isPresent() || Files.exists(run.resolve("run.json")))
                        .map(run -> entry(suiteName(suite), run, earlier))
                        .orElseGet(
                                () -> new Entry(suiteName(suite), null, null, "not begun", "", Changed.NOTHING, null)))
                .toList();
        boolean complete = plan.suites.stream()
                .allMatch(suite -> run(suite).filter(Round::isComplete).isPresent());
        return Report.replace(
                folder.resolve("index.html"),
                RoundPage.of(folder.getFileName().toString(), plan.seed, plan.machine, entries, complete));
    }

    private Entry entry(String suite, Path run, List<Path> earlier) {
        String id = run.getFileName().toString();
        boolean hostile = RunReader.integrityRun(run).isPresent();
        Optional<Path> before = earlier.stream()
                .flatMap(place -> newest(
                        place,
                        suite,
                        one -> isComplete(one)
                                && Integrity.isAlone(one) == hostile
                                && !idOf(one).equals(id))
                        .stream())
                .findFirst();
        String state = isComplete(run) ? "complete" : "not complete";
        if (hostile) {
            String version =
                    RunReader.integrityRun(run).orElseThrow().busbench().words();
            return new Entry(suite, id, version, state, checked(run), hostile(before, run), objections(id, List.of()));
        }
        RecordedRun recorded = RunReader.read(run);
        return new Entry(
                suite,
                id,
                recorded.info().busbench().words(),
                state,
                checked(run),
                before.map(one -> changed(suite, RunReader.read(one), recorded)).orElse(Changed.NOTHING),
                objections(id, against(Analysis.of(recorded))));
    }

    /** Published runs may have another name than the one under which they were made. */
    private static String idOf(Path run) {
        return Integrity.isAlone(run)
                ? run.getFileName().toString()
                : RunReader.info(run).id();
    }

    private static Changed hostile(Optional<Path> before, Path run) {
        return new Changed(
                before.map(one -> one.getFileName().toString()).orElse(null),
                counted(run) + before.map(one -> "; before: " + counted(one)).orElse("") + ".",
                List.of(),
                List.of(),
                before.map(one -> verdicts(one, run)).orElse(List.of()),
                null);
    }

    private Changed changed(String suite, RecordedRun before, RecordedRun after) {
        Changes changes = Changes.between(before, after);
        String page = "compare-" + suite + ".html";
        Report.replace(folder.resolve(page), ComparisonPage.of(List.of(before, after), List.of(changes)));
        long within = changes.real().stream()
                .filter(change -> !beyondFloor(change, changes))
                .count();
        return new Changed(
                before.info().id(),
                ChangeText.summary(changes)
                        + (within == 0 ? "" : "; " + within + " of them by less than a control moved") + ".",
                rows(changes, Verdict.FASTER),
                rows(changes, Verdict.SLOWER),
                List.of(),
                page);
    }

    private static List<List<String>> rows(Changes changes, Verdict verdict) {
        return changes.real().stream()
                .filter(change -> change.verdict() == verdict && beyondFloor(change, changes))
                .map(ChangeText::row)
                .toList();
    }

    /** A control is the same program in both runs: what it moved is the machine, and a smaller change may be, too. */
    private static boolean beyondFloor(Change change, Changes changes) {
        return changes.rig().stream()
                .filter(shift -> shift.measure() == change.measure())
                .allMatch(shift -> Math.abs(Math.log(change.ratio())) > Math.abs(Math.log(shift.ratio())));
    }

    private static String counted(Path run) {
        Map<Integrity.Verdict, Long> counts = RunReader.integrity(run).stream()
                .collect(Collectors.groupingBy(Integrity::verdict, Collectors.counting()));
        return Stream.of(Integrity.Verdict.values())
                .map(verdict -> counts.getOrDefault(verdict, 0L) + " " + verdict.key())
                .collect(Collectors.joining(", "));
    }

    private static List<String> verdicts(Path before, Path after) {
        Function<Integrity, String> place =
                line -> line.adapter().name() + ", " + line.of().id();
        Map<String, Integrity.Verdict> then = RunReader.integrity(before).stream()
                .collect(Collectors.toMap(place, Integrity::verdict, (first, second) -> second));
        return RunReader.integrity(after).stream()
                .filter(line -> then.containsKey(place.apply(line)) && then.get(place.apply(line)) != line.verdict())
                .map(line -> place.apply(line) + ": " + line.verdict().key() + " now, "
                        + then.get(place.apply(line)).key() + " before")
                .toList();
    }

    private static String checked(Path run) {
        Check check = Check.of(run);
        return check.refused() ? "refused: see './busbench check'" : "holds";
    }

    /** What a run itself says against its figures, and against the first mediator above all. */
    private static List<String> against(Analysis analysis) {
        List<String> lines = new ArrayList<>();
        for (Cell cell : analysis.cells()) {
            String place = cell.adapter().name() + ", " + cell.comparison().words() + ": ";
            if (cell.figures().isEmpty()) {
                lines.add(place + "no figure: " + cell.reason());
            }
            cell.findings().flags().stream()
                    .filter(flag -> flag.kind().spoils())
                    .forEach(flag -> lines.add(place + flag.kind().word() + ": " + flag.explanation()));
        }
        analysis.contrasts().stream()
                .filter(contrast -> contrast.measure() != Measure.INSTRUCTIONS
                        && (contrast.verdict() == Verdict.FASTER
                                || (contrast.verdict() == Verdict.OPEN
                                        && contrast.measure().better(Math.log(contrast.ratio())))))
                .map(contrast -> contrast.adapter() + ", "
                        + contrast.comparison().words() + ": ahead of "
                        + contrast.baseline() + " by " + contrast.measure().label() + ", "
                        + ChangeText.percent(contrast.ratio(), contrast.interval()) + " ("
                        + contrast.measure().word(contrast.verdict()) + ")")
                .forEach(lines::add);
        Disturbances.of(analysis.run().trials()).ifPresent(lines::add);
        return lines;
    }

    /** Writes the file once: people write in it. */
    private String objections(String id, List<String> known) {
        Path file = folder.resolve("objections-" + id + ".md");
        if (!Files.exists(file)) {
            String list = known.stream().map(line -> "- " + line + "\n").collect(Collectors.joining());
            Report.replace(
                    file,
                    "# Objections to " + id + "\n\n## What the run says against itself\n"
                            + (known.isEmpty() ? "Nothing.\n" : list)
                            + "\n## What makers and readers object\nNothing yet. Write below: who, when, against which figure, and why.\n");
        }
        return file.getFileName().toString();
    }

    private static Optional<Path> newest(Path place, String suite, Predicate<Path> wanted) {
        return folders(place, Pattern.compile(Pattern.quote(suite) + "-\\d{4}-\\d{2}-\\d{2}(-\\d+|[a-z])?")).stream()
                .filter(wanted)
                .findFirst();
    }

    /** The newest first; of the same day the one that was begun last: {@code -10} is later than {@code -9}, and {@code 28c} than {@code 28b}. */
    private static List<Path> folders(Path place, Pattern name) {
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(place)) {
            return all.filter(Files::isDirectory)
                    .filter(one -> name.matcher(one.getFileName().toString()).matches())
                    .sorted(Comparator.comparing((Path one) ->
                                    one.getFileName().toString().replaceFirst("(-\\d{2}-\\d{2})(-\\d+|[a-z])$", "$1"))
                            .thenComparing(one -> one.toString().length())
                            .thenComparing(Comparator.naturalOrder())
                            .reversed())
                    .toList();
        } catch (IOException e) {
            throw new RunProblem(place + ": cannot be read: " + e, e);
        }
    }
}
