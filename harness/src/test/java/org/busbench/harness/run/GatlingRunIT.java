package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import org.busbench.record.Outcome;
import org.busbench.record.Reconciliation;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose load Gatling makes, with real mediators and the real backend. */
class GatlingRunIT {
    private static final String[] SHORT = {
        "injector: gatling", "concurrency: [4]", "blocks: 1", "primer: 0s", "warmup: 300ms", "measure: 1s"
    };

    @TempDir
    private Path root;

    @BeforeEach
    void requireBuiltProject() {
        assumeThat(MutantProject.CHECKOUT.resolve("injectors/gatling-injector/target/injector/lib"))
                .as("the project is built: mvn -DskipTests package")
                .isDirectory();
    }

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void whatIsRightIsMeasuredAndReconciledToTheNonceAndWhatIsWrongIsNotServed() throws Exception {
        MutantProject project = new MutantProject(root);
        RunSettings settings = project.settings("gatling", List.of("reference", "late-echoes"), "cbr", SHORT);

        RunResult result = new BenchmarkRun(settings, new SilentListener(), Verdicts.FIXED_BLOCKS, false).execute();

        Trial right = trial(result, "reference");
        assertThat(right.outcome()).as(right.result().reason()).isEqualTo(Outcome.MEASURED);
        assertThat(right.conditions().injector()).isEqualTo("gatling");
        assertThat(right.result().latencyResolutionMicros()).isEqualTo(1);
        assertThat(right.proof().totals().verified())
                .isEqualTo(right.proof().totals().sent());
        assertThat(right.proof().reconciliation().verdict()).isEqualTo(Reconciliation.Verdict.EXACT);
        assertThat(right.proof().sampled().compared()).isPositive();
        assertThat(right.proof().sampled().different()).isZero();
        assertThat(right.use().processes().injector().cpuMicrosPerMessage()).isPositive();
        Trial wrong = trial(result, "late-echoes");
        assertThat(wrong.outcome()).isEqualTo(Outcome.NOT_SERVED);
        assertThat(wrong.result().reason()).contains("responses were errors");
        assertThat(RunReader.read(result.directory()).info().environment().gatling())
                .matches("\\d+\\.\\d+.*");
        assertThat(Check.of(result.directory()).problems()).isEmpty();
    }

    private static Trial trial(RunResult result, String adapter) {
        return result.trials().stream()
                .filter(trial -> trial.adapter().equals(adapter))
                .findFirst()
                .orElseThrow(() -> new AssertionError(result.fault()));
    }
}
