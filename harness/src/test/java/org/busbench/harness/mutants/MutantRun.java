package org.busbench.harness.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.busbench.harness.run.BenchmarkRun;
import org.busbench.harness.run.MutantProject;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.run.SilentListener;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.run.Verdicts;
import org.busbench.harness.run.Verifications;
import org.busbench.record.Machine;
import org.busbench.record.Outcome;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Flag;

/** One run of some mutants and of faultless mediators, and the accusations that it raises. */
final class MutantRun {
    private static final String NOTHING = "no response ended within the window";
    /** The foreign share of the machine, from 0 to 1, above which the analysis excuses the mediator for a second. */
    private static final double FOREIGN = 0.10;

    private static final double MOST_DISTURBED = 0.25;

    private final MutantProject project;
    private final Course course;
    private final String scenario;
    private final List<Charge> charges;
    private final int length;
    private final MutantTally tally;

    MutantRun(
            MutantProject project,
            Course course,
            String scenario,
            List<Charge> charges,
            int length,
            MutantTally tally) {
        this.project = project;
        this.course = course;
        this.scenario = scenario;
        this.charges = charges;
        this.length = length;
        this.tally = tally;
    }

    /** Tries each mutant {@code repeats} times. */
    void execute(String id, int repeats) throws IOException, InterruptedException {
        List<String> adapters =
                new ArrayList<>(charges.stream().map(Charge::mutant).toList());
        adapters.addAll(right());
        RunSettings settings = project.settings(
                id,
                adapters,
                scenario,
                course.settings(length),
                "blocks: " + Math.max(1, repeats * course.blocks()),
                "forks: " + (course.startsAnew() ? Math.max(1, repeats) : 1));
        if (course == Course.CHECKED) {
            check(id, settings, repeats);
        } else {
            load(settings, adapters.size(), repeats);
        }
    }

    /** The faultless mediator beside the mutants; none where that would take long. */
    private List<String> right() {
        return switch (course) {
            case TIRED, DRIFTING, AGEING, LEAKING, LOSING -> List.of();
            case LOADED -> Charge.RIGHT.subList(0, 1);
            default -> Charge.RIGHT.subList(1, 2);
        };
    }

    private void check(String id, RunSettings settings, int repeats) throws IOException, InterruptedException {
        Path evidence = settings.project().runs();
        try (TestBed testBed = TestBed.start(settings.testBed(evidence.resolve("stack")), note -> {})) {
            for (int repeat = 0; repeat < repeats; repeat++) {
                Verifications.of(
                                testBed,
                                evidence.resolve("repeat-" + repeat),
                                settings.suite().sizes())
                        .forEach(verification -> note(
                                verification.target().adapter(),
                                verification.reason(),
                                false,
                                false,
                                List.of(id + ": " + verification)));
            }
        }
    }

    private void load(RunSettings settings, int adapters, int repeats) throws IOException {
        boolean audited = course == Course.THRONGED;
        RunResult result = new BenchmarkRun(settings, new SilentListener(), Verdicts.FIXED_BLOCKS, audited).execute();
        assertThat(result.trials()).as(result.fault()).hasSize(adapters * repeats * course.blocks());
        RecordedRun run = RunReader.read(result.directory());
        for (int repeat = 0; repeat < repeats; repeat++) {
            int first = repeat * course.blocks() + 1;
            judge(result, run, first, first + course.blocks() - 1);
        }
    }

    /** Judges some blocks as if they were the whole run. */
    private void judge(RunResult result, RecordedRun run, int first, int last) throws IOException {
        RecordedRun part = run.only(trial -> trial.block() >= first && trial.block() <= last);
        for (Cell cell : Analysis.of(part).cells()) {
            String adapter = cell.adapter().name();
            List<Trial> own = result.trials().stream()
                    .filter(trial -> trial.subject().adapter().equals(adapter))
                    .filter(trial -> trial.block() >= first && trial.block() <= last)
                    .toList();
            Optional<String> reason = own.stream()
                    .filter(trial -> !trial.measured())
                    .map(trial -> trial.result().reason())
                    .findFirst();
            boolean broken = own.stream().anyMatch(MutantRun::isBroken);
            boolean few = own.stream().filter(MutantRun::isLoaded).anyMatch(this::hasFewMessages);
            boolean disturbed = course.isAlone() && own.stream().anyMatch(MutantRun::isDisturbed);
            note(adapter, reason.orElseGet(() -> flags(cell)), broken, few || disturbed, lines(result, own));
        }
    }

    /** The lines of some trials in the record. */
    private static List<String> lines(RunResult result, List<Trial> trials) throws IOException {
        List<String> all = Files.readAllLines(result.directory().resolve("trials.jsonl"));
        return trials.stream().map(trial -> all.get(trial.number() - 1)).toList();
    }

    /** Whether the rig failed, so that the trial proves nothing. */
    private static boolean isBroken(Trial trial) {
        return trial.result().outcome() == Outcome.FAILED
                || NOTHING.equals(trial.result().reason());
    }

    /** Whether there was load: a job that is not served gets none. */
    private static boolean isLoaded(Trial trial) {
        return trial.conditions().window() != null;
    }

    private boolean hasFewMessages(Trial trial) {
        Trial.Totals totals = trial.proof().totals();
        long messages = course.endsSilent()
                ? totals == null ? 0 : totals.sent()
                : trial.result().verified() + trial.result().errors().total();
        return messages < course.fewestMessages();
    }

    /** Whether other processes used so much of the machine in so many seconds that a course about time proves nothing. */
    private static boolean isDisturbed(Trial trial) {
        Machine machine = trial.use().machine();
        if (machine == null) {
            return false;
        }
        long disturbed = machine.foreignShares().stream()
                .filter(share -> share > FOREIGN)
                .count();
        return disturbed > MOST_DISTURBED * machine.foreignShares().size();
    }

    /** The flags that accuse the mediator; others concern only its figures. */
    private static String flags(Cell cell) {
        return cell.findings().flags().stream()
                .filter(flag -> flag.kind() == Flag.Kind.UNSTABLE
                        || flag.kind() == Flag.Kind.LEAKS
                        || flag.kind() == Flag.Kind.NOT_RECONCILED
                        || flag.kind() == Flag.Kind.DIFFERENT)
                .map(flag -> flag.kind().word() + ": " + flag.explanation())
                .reduce((one, other) -> one + " | " + other)
                .orElse(null);
    }

    private void note(String adapter, String accusation, boolean broken, boolean disturbed, List<String> evidence) {
        Optional<Charge> charge =
                charges.stream().filter(one -> one.mutant().equals(adapter)).findFirst();
        charge.ifPresentOrElse(
                mutant -> tally.tried(mutant, accusation, broken || disturbed, evidence),
                () -> tally.right(course, scenario, accusation, broken, evidence));
    }
}
