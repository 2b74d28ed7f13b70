package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.CostCommand.Answer;
import org.busbench.harness.measure.CostCommand.Silence;
import org.busbench.harness.measure.CostCommand.Told;
import org.busbench.harness.measure.CostCommand.Usage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a command says of a program elsewhere, and what is made of it. */
class CostCommandIT {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void whatTheCommandPrintsIsRead() throws Exception {
        Answer answer = shell("echo '{\"cpuMicros\": 1234567, \"residentBytes\": 99, \"threads\": 7}'");

        assertThat(answer).isInstanceOfSatisfying(Usage.class, usage -> {
            assertThat(usage.cpuMicros()).isEqualTo(1_234_567);
            assertThat(usage.residentBytes()).isEqualTo(99);
            assertThat(usage.threads()).isEqualTo(7);
            assertThat(usage.endNanos()).isGreaterThan(usage.startNanos());
        });
    }

    @Test
    void aCommandThatFailsIsNamedWithWhatItSaid() throws Exception {
        assertThat(shell("echo no route to host >&2; exit 255"))
                .isEqualTo(new Silence("the cost command ended with 255: no route to host"));
    }

    @Test
    void aCommandThatPrintsNonsenseIsNamedWithIt() throws Exception {
        assertThat(shell("echo hello")).isEqualTo(new Silence("the cost command printed no JSON: 'hello'"));
        assertThat(shell("echo '{\"cpuMicros\": -1, \"residentBytes\": 1, \"threads\": 1}'"))
                .isEqualTo(
                        new Silence(
                                "the cost command printed no whole number as cpuMicros: '{\"cpuMicros\": -1, \"residentBytes\": 1, \"threads\": 1}'"));
        assertThat(shell("echo '{\"cpuMicros\": 1.5, \"residentBytes\": 1, \"threads\": 1}'"))
                .isInstanceOf(Silence.class);
        assertThat(shell("true")).isInstanceOf(Silence.class);
    }

    @Test
    @Timeout(60)
    void aCommandThatDoesNotEndIsEnded() throws Exception {
        assertThat(shell("sleep 3600.25 & wait"))
                .isEqualTo(new Silence("the cost command cannot be run: it did not end within 5 s"));
        while (ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains("sleep 3600.25"))) {
            Thread.sleep(10);
        }
    }

    @Test
    void aCommandThatIsNotThereIsNamed() throws Exception {
        Answer answer = new CostCommand(List.of("/nosuch/program")).ask();

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Silence.class,
                        silent -> assertThat(silent.why())
                                .startsWith("the cost command cannot be run: ")
                                .contains("/nosuch/program"));
    }

    @Test
    void aWindowCostsItsPartOfTheStretchBetweenBothRuns() {
        Told told = CostCommand.between(usage(1_000, 0, 0), usage(13_000, 12 * SECOND, 0), 10);

        assertThat(told.cost()).contains(new ProcessCost(10_000, 0, 50, 3, null, null, null));
        assertThat(told.why()).isNull();
    }

    @Test
    void aSlowCommandBesideAShortWindowSaysNothing() {
        Told told = CostCommand.between(usage(1_000, 0, SECOND), usage(2_000, 2 * SECOND, SECOND), 1);

        assertThat(told.cost()).isEmpty();
        assertThat(told.why())
                .isEqualTo(
                        "the cost command took 1.0 s and 1.0 s beside a window of 1.0 s: make it faster, or the window longer");
    }

    @Test
    void aProgramThatWasStartedAnewHasNoCost() {
        assertThat(CostCommand.between(usage(2_000, 0, 0), usage(1_000, 10 * SECOND, 0), 10)
                        .why())
                .startsWith("the cost command's cpuMicros fell from 2000 to 1000 within a trial");
    }

    private static Answer shell(String script) throws InterruptedException {
        return new CostCommand(List.of("sh", "-c", script)).ask();
    }

    private static Usage usage(long cpuMicros, long startNanos, long length) {
        return new Usage(cpuMicros, 50, 3, startNanos, startNanos + length);
    }
}
