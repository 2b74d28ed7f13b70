package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AffinityIT {

    private String one;
    private Process process;

    @BeforeEach
    void needTaskset() {
        assumeTrue(Affinity.available(), "taskset is not installed");
        List<Integer> own = Affinity.own();
        one = own.get(own.size() - 1).toString();
    }

    @AfterEach
    void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void aCommandIsKeptToItsCpusAndIsItselfTheProcess() throws Exception {
        process = new ProcessBuilder(Affinity.kept(one, List.of("sleep", "60"))).start();

        Eventually.isSo(
                "it sleeps",
                () -> Commands.lineOf(process.pid())
                        .filter(line -> line.equals(List.of("sleep", "60")))
                        .isPresent());
        assertThat(Affinity.of(process.pid())).contains(one);
    }

    @Test
    void aRunningProcessIsMoved() throws Exception {
        process = new ProcessBuilder("sleep", "60").start();

        Affinity.keep(process.pid(), one);

        assertThat(Affinity.of(process.pid())).contains(one);
    }

    @Test
    void whatCannotBeDoneIsSaidWithItsReason() throws Exception {
        process = new ProcessBuilder("sleep", "60").start();

        assertThatThrownBy(() -> Affinity.keep(process.pid(), "4095"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be kept to the CPUs 4095");
    }

    @Test
    void listsAreReadAsTheKernelWritesThem() {
        assertThat(Affinity.numbers("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
    }
}
