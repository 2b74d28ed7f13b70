package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveHeapIT {
    private static final long MIB = 1 << 20;

    private Process hoarder;

    @BeforeEach
    void start() throws Exception {
        hoarder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Hoarder.class.getName())
                .redirectErrorStream(true)
                .start();
    }

    @AfterEach
    void end() {
        hoarder.destroyForcibly();
    }

    @Test
    void whatIsKeptCountsAndWhatIsDroppedDoesNot() throws Exception {
        assertThat(hoarder.inputReader().readLine()).isEqualTo("up");
        long before = LiveHeap.collected(List.of(hoarder.pid()), new Readings()).orElseThrow();

        say("drop");
        long dropped =
                LiveHeap.collected(List.of(hoarder.pid()), new Readings()).orElseThrow();
        say("keep");
        long kept = LiveHeap.collected(List.of(hoarder.pid()), new Readings()).orElseThrow();

        assertThat(dropped - before).isLessThan(MIB);
        assertThat(kept - dropped).isBetween(8 * MIB, 9 * MIB);
    }

    @Test
    void aProcessThatIsNoJvmTellsNothing() throws Exception {
        Process sleeping = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(LiveHeap.collected(List.of(sleeping.pid()), new Readings()))
                    .isEmpty();
        } finally {
            sleeping.destroyForcibly();
        }
    }

    private void say(String word) throws Exception {
        hoarder.getOutputStream().write((word + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
        hoarder.getOutputStream().flush();
        assertThat(hoarder.inputReader().readLine()).isEqualTo("done");
    }
}
