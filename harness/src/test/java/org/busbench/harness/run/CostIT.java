package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.record.Processes;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.Report;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Costs belong to who serves: whole runs of mediators that serve from where nothing is measured, or only with care. */
class CostIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String[] ONE_BLOCK = {
        "blocks: 1", "concurrency: [8]", "primer: 0s", "warmup: 600ms", "measure: 3200ms", "think: 10ms"
    };

    @TempDir
    private Path folder;

    @Test
    void aMediatorThatServesFromOutsideItsTreeGetsNoCost() throws Exception {
        assumeThat(MutantProject.CHECKOUT.resolve("mutants/target/mutants/lib"))
                .as("the project is built: mvn -DskipTests package")
                .isDirectory();
        RunSettings settings = new MutantProject(folder)
                .settings("outside", List.of("reference", "serves-outside"), "virtualization", ONE_BLOCK);

        RunResult result = new BenchmarkRun(settings, new SilentListener(), Verdicts.FIXED_BLOCKS, true).execute();

        assertThat(result.trials())
                .as(result.fault())
                .hasSize(2)
                .allSatisfy(trial -> assertThat(trial.measured()).isTrue());
        RecordAssert.wellFormed(result.directory());
        RecordedRun run = RunReader.read(result.directory());
        Processes inside = trial(run, "reference").use().processes();
        Processes outside = trial(run, "serves-outside").use().processes();
        assertThat(inside.mediator().cpuMicrosPerMessage()).isPositive();
        assertThat(inside.notMeasured()).isNull();
        assertThat(outside.mediator()).isNull();
        assertThat(outside.notMeasured())
                .matches("port [0-9]+ is served by process [0-9]+ \\(java\\), not by a process of those started");
        assertThat(outside.backend().cpuMicrosPerMessage()).isPositive();
        Cell cell = Analysis.of(run).cells().stream()
                .filter(one -> one.adapter().name().equals("serves-outside"))
                .findFirst()
                .orElseThrow();
        assertThat(cell.figures().orElseThrow().goodputPerSecond()).isPositive();
        assertThat(cell.figures().orElseThrow().cpuMicrosPerMessage().mediator())
                .isNull();
        assertThat(cell.costNotMeasured()).contains(outside.notMeasured());
        assertThat(run.parities()).hasSize(2).allSatisfy(parity -> {
            boolean seen = parity.adapter().equals("reference");
            assertThat(parity.process() != null).isEqualTo(seen);
            assertThat(parity.scenarios())
                    .isNotEmpty()
                    .allSatisfy(scenario -> assertThat(scenario.reason()).isNull());
            if (!seen) {
                assertThat(parity.processReason()).matches("port [0-9]+ is served by process [0-9]+ .*, not by .*");
            }
        });
        assertThat(page(result)).contains("serves-outside, its processes (threads, heap, limits, logs): port ");
        assertThat(line(result, "serves-outside").at("/processes/mediator").isNull())
                .isTrue();
        noProcessIsLeft();
    }

    private static String page(RunResult result) throws IOException {
        return Files.readString(Report.write(result.directory()).stream()
                .filter(file -> file.toString().endsWith(".html"))
                .findFirst()
                .orElseThrow());
    }

    private static Trial trial(RecordedRun run, String adapter) {
        return run.trials().stream()
                .filter(trial -> trial.adapter().equals(adapter))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode line(RunResult result, String adapter) throws IOException {
        for (String line : Files.readAllLines(result.directory().resolve("trials.jsonl"))) {
            JsonNode trial = JSON.readTree(line);
            if (trial.get("adapter").asText().equals(adapter)) {
                return trial;
            }
        }
        throw new AssertionError("no trial of " + adapter);
    }

    /** Neither a child of this process nor one that has detached itself from it. */
    private void noProcessIsLeft() {
        assertThat(ProcessHandle.current().descendants()).isEmpty();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info()
                                .commandLine()
                                .filter(line -> line.contains(folder.toString()))
                                .isPresent()))
                .isEmpty();
    }
}
