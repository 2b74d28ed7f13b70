package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.record.StepLog;
import org.busbench.record.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepTimerTest {

    @Test
    void trialsPrimersAndTheStartsBetweenThemCountAndWhatComesBeforeThemInASessionDoesNot() {
        List<Step> killed = List.of(
                step("audit", 100),
                step("start", 1000),
                step("rig", 100),
                step("start", 1000),
                step("verification", 100));
        List<Step> blocks = List.of(step("primer", 1), step("trial", 20), step("start", 300), step("trial", 4000));

        assertThat(StepTimer.ofBlocks(List.of())).isZero();
        assertThat(StepTimer.ofBlocks(killed)).isZero();
        assertThat(StepTimer.ofBlocks(blocks)).isEqualTo(Duration.ofSeconds(4321));
        assertThat(StepTimer.ofBlocks(Stream.of(killed, blocks, killed, blocks)
                        .flatMap(List::stream)
                        .toList()))
                .isEqualTo(Duration.ofSeconds(2 * 4321));
    }

    @Test
    void aRecordOfStepsThatCannotBeReadCountsAsNothing(@TempDir Path folder) throws IOException {
        assertThat(StepTimer.ofBlocks(folder)).isZero();
        Files.writeString(folder.resolve(StepLog.NAME), "{\n");
        assertThat(StepTimer.ofBlocks(folder)).isZero();
    }

    private static Step step(String kind, double seconds) {
        return new Step(kind, kind.equals("rig") ? null : "a", 1, seconds);
    }
}
