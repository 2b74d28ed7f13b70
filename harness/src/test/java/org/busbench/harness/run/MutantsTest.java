package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.busbench.harness.record.TrialRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs against mediators that are broken on purpose: each must be caught, by its right name, and the one that is
 * right must never be accused. {@code -Dbusbench.mutants.repeats=20} tries each of them so often and
 * {@code -Dbusbench.mutants.correct=100} the right one; both print what came out.
 */
class MutantsTest {
    private static final int REPEATS = Integer.getInteger("busbench.mutants.repeats", 1);
    private static final int CORRECT = Integer.getInteger("busbench.mutants.correct", 1);

    /** The name under which each must be caught; what only the nio injector can see is not among them. */
    private static final Map<String, String> NAMES = new TreeMap<>(Map.ofEntries(
            Map.entry("caches", "answered without the backend"),
            Map.entry("closes-connections", "reset"),
            Map.entry("cut-16384", "cut short"),
            Map.entry("cuts-connections", "cut short"),
            Map.entry("drops-last-byte", "cut short"),
            Map.entry("duplicates", "duplicated"),
            Map.entry("echoes", "the request sent back"),
            Map.entry("empty-200", "wrong content"),
            Map.entry("fakes-route", "wrong route"),
            Map.entry("fault-200", "a fault answered with status 200"),
            Map.entry("late-echoes", "wrong content"),
            Map.entry("late-no-transform", "wrong status"),
            Map.entry("late-transforms-request-only", "wrong content"),
            Map.entry("no-backend", "answered without the backend"),
            Map.entry("no-transform", "not transformed"),
            Map.entry("retries", "duplicated"),
            Map.entry("swapped-nonce", "somebody else's answer|wrong content"),
            Map.entry("transforms-request-only", "not transformed"),
            Map.entry("truncates-under-load", "cut short|wrong content")));

    private static final int AT_ONCE = 20;

    @TempDir
    private Path folder;

    private MutantProject project;

    @BeforeEach
    void prepare() throws IOException {
        for (String built : List.of(
                "backend-stockquote/target/backend/lib",
                "mutants/target/mutants/lib",
                "jmeter-plans/target/jmeter/lib")) {
            assumeThat(MutantProject.CHECKOUT.resolve(built))
                    .as("the project is built: mvn -DskipTests package")
                    .isDirectory();
        }
        project = new MutantProject(folder);
    }

    @Test
    void eachMutantIsCaughtByItsNameAndTheReferenceNever() throws IOException {
        Map<String, List<String>> missed = new TreeMap<>();
        for (int repeat = 1; repeat <= REPEATS; repeat++) {
            List<String> adapters = new ArrayList<>(NAMES.keySet());
            adapters.add("reference");
            for (int from = 0; from < adapters.size(); from += AT_ONCE) {
                List<String> some = adapters.subList(from, Math.min(adapters.size(), from + AT_ONCE));
                for (TrialRecord trial : run("r" + repeat + "-" + from, some)) {
                    note(trial, missed);
                }
            }
        }
        if (REPEATS > 1) {
            NAMES.keySet()
                    .forEach(mutant -> System.out.printf(
                            "%-30s %d/%d%n",
                            mutant,
                            REPEATS - missed.getOrDefault(mutant, List.of()).size(),
                            REPEATS));
        }
        SoftAssertions softly = new SoftAssertions();
        missed.forEach((adapter, verdicts) -> softly.fail(adapter + ": " + verdicts));
        softly.assertAll();
    }

    @Test
    void theReferenceAndItsCopyAreNeverAccused() throws IOException {
        List<String> accusations = new ArrayList<>();
        for (int trial = 1; trial <= CORRECT; trial++) {
            for (TrialRecord record : run("c" + trial, List.of("reference", "reference-copy"))) {
                if (!record.measured()) {
                    accusations.add(record.result().reason());
                } else {
                    assertThat(record.proof().reconciliation().verdict()).isEqualTo("exact");
                }
            }
        }
        if (CORRECT > 1) {
            System.out.printf("false alarms: %d of %d correct trials%n", accusations.size(), 2 * CORRECT);
        }
        assertThat(accusations).isEmpty();
    }

    private static void note(TrialRecord trial, Map<String, List<String>> missed) {
        String adapter = trial.subject().adapter();
        String reason = trial.result().reason();
        String name = NAMES.get(adapter);
        boolean right = name == null
                ? trial.measured()
                : !trial.measured()
                        && reason != null
                        && Pattern.compile(name).matcher(reason).find();
        if (!right) {
            missed.computeIfAbsent(adapter, unused -> new ArrayList<>())
                    .add(trial.result().outcome() + ", " + reason + ", totals "
                            + trial.proof().totals());
        }
    }

    private List<TrialRecord> run(String id, List<String> adapters) throws IOException {
        RunResult result = new BenchmarkRun(
                        project.settings(id, adapters, "1500ms"), new SilentListener(), Verdicts.FIXED_BLOCKS)
                .execute();
        assertThat(result.trials()).as(result.fault()).hasSize(adapters.size());
        return result.trials();
    }
}
