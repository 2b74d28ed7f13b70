package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.busbench.harness.process.ProcessTree.Signals;
import org.busbench.harness.process.Supervisor.PidFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a harness that ends in a way that it did not choose. */
class KilledHarnessIT {
    private static final String TREE = "sleep 300 & sleep 300 & wait";
    private static final String DEAF = "trap '' TERM INT; while :; do sleep 1; done";

    @TempDir
    private Path folder;

    private Process harness;
    private ProcessId child;

    private void startHarness(String script, String mode) throws IOException {
        harness = new ProcessBuilder(Specs.java(ShortLivedHarness.class, folder.toString(), script, mode))
                .redirectError(folder.resolve("harness.err.log").toFile())
                .start();
        try (BufferedReader output = harness.inputReader()) {
            String line = output.readLine();
            assertThat(line).as("the child's pid").isNotNull();
            child = ProcessId.of(Long.parseLong(line)).orElseThrow();
        }
    }

    @AfterEach
    void endAll() {
        if (harness == null) {
            return;
        }
        harness.destroyForcibly();
        new ProcessTree(child).end(new org.busbench.harness.adapter.Adapter.Stop("TERM", java.time.Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM", "INT", "HUP"})
    void theProcessesEndWithTheirHarness(String signal) throws Exception {
        assumeThat(isIgnored(signal))
                .as("whoever started this had SIG%s ignored, as nohup has, and Java never hears what is", signal)
                .isFalse();
        startHarness(TREE, "wait");
        Eventually.isSo("all are there", () -> new ProcessTree(child).members().size() == 3);
        Set<ProcessId> members = new ProcessTree(child).members();

        Signals.send(signal, ProcessId.of(harness.pid()).orElseThrow());
        Eventually.isSo("none is left", () -> members.stream().noneMatch(ProcessId::alive));
        Eventually.isSo(
                "the guardian is gone", () -> OrphanedProcesses.find(folder).isEmpty());
    }

    @Test
    void aProcessThatIgnoresSignalsEndsWithAKilledHarness() throws Exception {
        startHarness(DEAF, "wait");
        Signals.send("KILL", ProcessId.of(harness.pid()).orElseThrow());
        Eventually.isSo("it is gone", () -> !child.alive());
    }

    @Test
    void whatEvenTheGuardianCouldNotEndIsFoundAndEndedAtTheNextStart() throws Exception {
        startHarness(TREE, "wait");
        Eventually.isSo("all are there", () -> new ProcessTree(child).members().size() == 3);
        Set<ProcessId> members = new ProcessTree(child).members();
        assertThat(OrphanedProcesses.find(folder).isEmpty())
                .as("a running harness has no leftovers")
                .isTrue();
        ProcessHandle guardian = harness.toHandle()
                .children()
                .filter(process -> Commands.lineOf(process.pid()).orElseThrow().contains("busbench-guardian"))
                .findFirst()
                .orElseThrow();
        guardian.destroyForcibly();
        harness.destroyForcibly().waitFor();

        OrphanedProcesses leftovers = OrphanedProcesses.find(folder);
        assertThat(leftovers.describe()).isEqualTo("mediator (pid " + child.pid() + ")");
        assertThat(leftovers.found().get(0).commandLine()).contains(TREE);
        leftovers.end();
        assertThat(members).noneMatch(ProcessId::alive);
        assertThat(OrphanedProcesses.find(folder).isEmpty()).isTrue();
        assertThat(PidFile.all(folder)).isEmpty();
    }

    @Test
    void aDetachedStackOutlivesItsHarnessAndIsStoppedByAnother() throws Exception {
        startHarness(TREE, "detach");
        assertThat(harness.waitFor()).isZero();
        assertThat(child.alive()).isTrue();
        assertThat(OrphanedProcesses.find(folder).isEmpty())
                .as("it is no leftover")
                .isTrue();

        DetachedTestBed stack = DetachedTestBed.find(folder).orElseThrow();
        assertThat(stack.adapter()).isEqualTo("sample");
        assertThat(stack.urls()).containsEntry("cbr", "http://x/");
        assertThat(stack.processes()).extracting(DetachedTestBed.Member::pid).containsExactly(child.pid());
        assertThat(stack.processes()).allMatch(DetachedTestBed.Member::running);
        assertThat(ProcessesUp.find(folder).get(child.pid())).startsWith("'busbench down' ends it, with ");

        stack.stop(folder);
        assertThat(new ProcessTree(child).members()).isEmpty();
        assertThat(DetachedTestBed.find(folder)).isEmpty();
    }

    /** What is ignored is passed on to children, and proc(5) shows it as a mask in which bit n - 1 stands for signal n. */
    private static boolean isIgnored(String signal) throws IOException {
        String mask = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElseThrow();
        int number = Map.of("HUP", 1, "INT", 2, "KILL", 9, "TERM", 15).get(signal);
        return (Long.parseUnsignedLong(mask, 16) >>> (number - 1) & 1) == 1;
    }
}
