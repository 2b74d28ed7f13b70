package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.measure.InstructionCounters.CountersException;
import org.busbench.harness.measure.InstructionCounters.Instructions;
import org.junit.jupiter.api.Test;

/** Counts children that do a known number of rounds; where the machine has no counters, only that it says so. */
class InstructionCountersTest {

    private static final long ROUNDS = 2_000_000;

    @Test
    void aProcessThatIsGoneIsNotCounted() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("sleep", "60").start();
        child.destroyForcibly().waitFor();

        assertThatThrownBy(() -> InstructionCounters.attach(new CostSource.Tree(child.pid())))
                .isInstanceOf(CountersException.class)
                .hasMessageContaining("gone");
    }

    @Test
    void aCountThatWouldHaveToBeScaledIsRefused() throws CountersException {
        assertThat(InstructionCounters.complete(1000, 500, 500)).isEqualTo(1000);
        assertThatThrownBy(() -> InstructionCounters.complete(1000, 500, 400)).hasMessageContaining("80 % of the time");
    }

    @Test
    void compilersAreKnownByTheirNames() {
        assertThat(InstructionCounters.compiles("C2 CompilerThre\n")).isTrue();
        assertThat(InstructionCounters.compiles("C1 CompilerThre\n")).isTrue();
        assertThat(InstructionCounters.compiles("GC Thread#0\n")).isFalse();
        assertThat(InstructionCounters.compiles("java\n")).isFalse();
    }

    @Test
    void twiceTheRoundsAreTwiceTheInstructions() throws Exception {
        assumeCounters();
        try (Program program = new Program();
                InstructionCounters counters = InstructionCounters.attach(new CostSource.Tree(program.pid()))) {
            program.does("here", 1);
            long nothing = program.counted(counters, "here", 1).user();
            long once = program.counted(counters, "here", ROUNDS).user() - nothing;
            long twice = program.counted(counters, "here", 2 * ROUNDS).user() - nothing;

            assertThat(once).isGreaterThan(5 * ROUNDS);
            assertThat((double) twice).isCloseTo(2.0 * once, withinPercentage(1));
        }
    }

    @Test
    void aThreadThatIsBornAndEndedBetweenTwoReadingsIsCountedOnce() throws Exception {
        assumeCounters();
        try (Program program = new Program();
                InstructionCounters counters = InstructionCounters.attach(new CostSource.Tree(program.pid()))) {
            program.does("here", 1);
            program.does("born", 1);
            long ofItself = program.counted(counters, "here", ROUNDS).user();
            long ofAnother = program.counted(counters, "born", ROUNDS).user();

            assertThat((double) ofAnother).isCloseTo((double) ofItself, withinPercentage(3));
        }
    }

    @Test
    void countersThatAreAttachedLaterCountFromThenOn() throws Exception {
        assumeCounters();
        try (Program program = new Program()) {
            program.does("here", 5 * ROUNDS);
            try (InstructionCounters counters = InstructionCounters.attach(new CostSource.Tree(program.pid()))) {
                assertThat(counters.read().user()).isLessThan(ROUNDS);
            }
        }
    }

    @Test
    void theKernelsWorkForAProcessIsCountedApart() throws Exception {
        assumeCounters();
        Process copy = new ProcessBuilder(
                        "sh", "-c", "read go; dd bs=512 count=20000 if=/dev/zero of=/dev/null; read end")
                .redirectErrorStream(true)
                .start();
        try (InstructionCounters counters = InstructionCounters.attach(new CostSource.Tree(copy.pid()));
                BufferedReader out = reader(copy);
                Writer in = writer(copy)) {
            in.write("go\n");
            in.flush();
            // dd reports three lines when it is done; it was born after the counters.
            String last = "";
            for (int i = 0; i < 3; i++) {
                last = out.readLine();
            }
            Instructions counted = counters.read();

            assertThat(last).contains("copied");
            assertThat(counted.kernel()).isGreaterThan(20_000 * 2 * 100L).isGreaterThan(counted.user());
        } finally {
            copy.destroyForcibly().waitFor();
        }
    }

    private static void assumeCounters() {
        assumeTrue(
                InstructionCounters.missing().isEmpty(),
                () -> InstructionCounters.missing().orElse(""));
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static Writer writer(Process process) {
        return new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    }

    /** A {@link CountedProgram} that runs. */
    private static final class Program implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;
        private final Writer in;

        Program() throws IOException {
            process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xint",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            CountedProgram.class.getName()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            out = reader(process);
            in = writer(process);
            does("here", 1);
        }

        long pid() {
            return process.pid();
        }

        void does(String where, long rounds) throws IOException {
            in.write(where + " " + rounds + "\n");
            in.flush();
            assertThat(out.readLine()).isEqualTo("done");
        }

        Instructions counted(InstructionCounters counters, String where, long rounds) throws Exception {
            Instructions before = counters.read();
            does(where, rounds);
            return counters.read().minus(before);
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
