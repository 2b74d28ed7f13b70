package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.process.Backends;
import org.busbench.record.Duet;
import org.busbench.record.Outcome;
import org.busbench.record.Purpose;
import org.busbench.record.Reconciliation;
import org.busbench.record.Trial;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Duets with real mediators, the real injector and the real backend. */
class DuetIT {
    private static final String[] TWO_BLOCKS = {
        "concurrency: [4]",
        "blocks: 2",
        "forks: 2",
        "primer: 0s",
        "warmup: 300ms",
        "measure: 2s",
        "duets: {window: 1s, pairs: [[reference, reference-copy], [reference, late-echoes]]}"
    };

    @TempDir
    private Path root;

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void bothSidesOfADuetHaveFiguresErrorsAndEvidenceOfTheirOwnAndAKilledRunGoesOn() throws Exception {
        MutantProject project = new MutantProject(root);
        RunSettings settings =
                project.settings("duets", List.of("reference", "reference-copy", "late-echoes"), "cbr", TWO_BLOCKS);

        RunResult result = new BenchmarkRun(settings, new SilentListener(), Verdicts.FIXED_BLOCKS, false).execute();

        List<Trial> trials = result.trials();
        assertThat(trials)
                .as(result.fault())
                .extracting(Trial::purpose)
                .hasSize(8)
                .containsOnly(Purpose.DUET);
        for (int i = 0; i < trials.size(); i += 2) {
            areSidesOfOneDuet(trials.get(i), trials.get(i + 1));
        }
        List<Trial> firsts = trials.stream()
                .filter(trial -> trial.duet().dealtFirst())
                .filter(trial -> !trial.duet().rival().equals("late-echoes")
                        && !trial.adapter().equals("late-echoes"))
                .toList();
        assertThat(firsts)
                .as("the sides change from block to block")
                .map(Trial::adapter)
                .containsExactlyInAnyOrder("reference", "reference-copy");
        assertThat(trials)
                .filteredOn(trial -> !trial.adapter().equals("late-echoes"))
                .as("the sides that are right")
                .extracting(Trial::number)
                .allSatisfy(number -> isMeasured(trials.get(number - 1)));
        assertThat(trials)
                .filteredOn(trial -> trial.adapter().equals("late-echoes"))
                .extracting(Trial::number)
                .allSatisfy(number -> {
                    Trial trial = trials.get(number - 1);
                    assertThat(trial.outcome()).isEqualTo(Outcome.NOT_SERVED);
                    assertThat(trial.result().reason()).contains("responses were errors");
                    assertThat(result.directory()
                                    .resolve(trial.evidenceFolder().path())
                                    .resolve("first-failures.csv"))
                            .content()
                            .contains("(rival)".repeat(trial.duet().dealtFirst() ? 0 : 1));
                });

        Path lines = result.directory().resolve("trials.jsonl");
        List<String> kept = Files.readAllLines(lines).subList(0, 5);
        Files.delete(result.directory().resolve("finished.json"));
        Files.writeString(lines, String.join("\n", kept) + "\n");
        resume(result.directory());

        List<Trial> resumed =
                org.busbench.record.RunReader.read(result.directory()).trials();
        assertThat(resumed).hasSize(8);
        assertThat(Files.readAllLines(lines).subList(0, 5)).isEqualTo(kept);
        assertThat(resumed.get(5).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(resumed.get(5).result().reason()).isEqualTo("the run was killed while this duet was recorded");
        areSidesOfOneDuet(resumed.get(6), resumed.get(7));
    }

    private void resume(Path directory) throws IOException, InterruptedException {
        try (Resumption resumption = Resumption.of(new Project(root), Backends.free(), directory)) {
            new BenchmarkRun(resumption.settings(), new SilentListener(), Verdicts.FIXED_BLOCKS, false)
                    .resume(resumption);
        }
    }

    private static void areSidesOfOneDuet(Trial first, Trial second) {
        assertThat(first.duet().partner()).isEqualTo(second.number());
        assertThat(second.duet().partner()).isEqualTo(first.number());
        assertThat(first.duet().rival()).isEqualTo(second.adapter());
        assertThat(second.duet().rival()).isEqualTo(first.adapter());
        assertThat(first.duet().dealtFirst()).isTrue();
        assertThat(second.duet().dealtFirst()).isFalse();
        assertThat(first.window()).isEqualTo(second.window());
        assertThat(first.duet().windows())
                .extracting(Duet.Stretch::startMillis)
                .isEqualTo(second.duet().windows().stream()
                        .map(Duet.Stretch::startMillis)
                        .toList());
        Reconciliation counts = first.proof().reconciliation();
        assertThat(counts.verdict()).isEqualTo(Reconciliation.Verdict.EXACT);
        assertThat(counts.sent()).isEqualTo(first.proof().totals().sent());
        assertThat(counts.rivalSent()).isEqualTo(second.proof().totals().sent());
    }

    private static void isMeasured(Trial trial) {
        assertThat(trial.outcome()).as(trial.result().reason()).isEqualTo(Outcome.MEASURED);
        assertThat(trial.duet().windows()).hasSize(2);
        assertThat(trial.duet().windows().stream()
                        .mapToLong(Duet.Stretch::verified)
                        .sum())
                .isEqualTo(trial.result().verified())
                .isPositive();
        assertThat(trial.duet().windows()).allSatisfy(window -> {
            assertThat(window.cpuMicros()).isNotNegative();
            assertThat(window.p50Micros() != null).isEqualTo(window.verified() > 0);
        });
        assertThat(trial.proof().sampled().compared()).isPositive();
        assertThat(trial.proof().sampled().different()).isZero();
    }
}
