package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.busbench.harness.process.ProcessTree.Signals;
import org.busbench.harness.process.Supervisor.Guardian;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardianIT {
    @TempDir
    private Path folder;

    private Process child;
    private ProcessId id;

    @BeforeEach
    void startChild() throws IOException {
        child = new ProcessBuilder("sleep", "300").start();
        id = ProcessId.of(child.pid()).orElseThrow();
    }

    @AfterEach
    void endChild() {
        child.destroyForcibly();
    }

    @Test
    void whatItWasToldOfIsEnded() {
        try (Guardian guardian = Guardian.start(folder.resolve("guardian.log"))) {
            guardian.add(id);
        }
        assertThat(id.alive()).isFalse();
    }

    @Test
    void whatWasTakenBackLives() {
        try (Guardian guardian = Guardian.start(folder.resolve("guardian.log"))) {
            guardian.add(id);
            guardian.remove(id);
        }
        assertThat(id.alive()).isTrue();
    }

    @Test
    void aStrangerWithTheSamePidLives() {
        try (Guardian guardian = Guardian.start(folder.resolve("guardian.log"))) {
            guardian.add(new ProcessId(id.pid(), id.start() - 1));
        }
        assertThat(id.alive()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP", "QUIT"})
    void signalsToTheWholeForegroundGroupDoNotEndIt(String signal) throws Exception {
        try (Guardian guardian = Guardian.start(folder.resolve("guardian.log"))) {
            ProcessId self = ProcessId.of(guardian.pid()).orElseThrow();
            guardian.add(id);
            Eventually.isSo("its traps are set", () -> ignores(self.pid(), signal));
            Signals.send(signal, self);
            assertThat(self.alive()).isTrue();
        }
        assertThat(id.alive()).isFalse();
    }

    /** As the system tells it: a bit for each signal that is ignored. */
    private static boolean ignores(long pid, String signal) {
        int number = java.util.Map.of("HUP", 1, "INT", 2, "QUIT", 3, "TERM", 15).get(signal);
        try (var lines = java.nio.file.Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            String mask = lines.filter(line -> line.startsWith("SigIgn:"))
                    .findFirst()
                    .orElseThrow()
                    .substring("SigIgn:".length())
                    .strip();
            return (Long.parseUnsignedLong(mask, 16) >> (number - 1) & 1) == 1;
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
