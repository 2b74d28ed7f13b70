package org.busbench.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.busbench.harness.text.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MadeRowsTest {
    private static final String PROGRAM = """
            public class Make {
                public static void main(String[] args) throws Exception {
                    java.nio.file.Files.writeString(java.nio.file.Path.of(args[0], "rows.csv"), "at\\n" + System.nanoTime());
                }
            }
            """;
    private static final String OTHER_COMMAND = """
            public class Use {
                public static void main(String[] args) throws Exception {
                    try (var lock = new java.io.RandomAccessFile(args[0], "rw")) {
                        lock.getChannel().lock(0, Long.MAX_VALUE, true);
                        System.out.println("used");
                        System.in.read();
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private Path rowsMade(Duration ago, Duration programChanged) throws IOException {
        Path program = Files.writeString(folder.resolve("Make.java"), PROGRAM);
        Path rows = Files.createDirectories(folder.resolve("made")).resolve("rows.csv");
        Files.writeString(rows, "at\nonce");
        Files.setLastModifiedTime(program, FileTime.from(Instant.now().minus(programChanged)));
        Files.setLastModifiedTime(rows, FileTime.from(Instant.now().minus(ago)));
        return program;
    }

    @ParameterizedTest
    @CsvSource({"PT1H, PT2H, true", "PT13H, PT14H, false", "PT2H, PT1H, false"})
    void rowsStayUntilTheyAreHalfADayOldOrTheProgramChanges(Duration ago, Duration programChanged, boolean stay)
            throws IOException {
        Path rows = MadeRows.by(rowsMade(ago, programChanged));

        assertThat(Files.readString(rows).equals("at\nonce")).isEqualTo(stay);
    }

    @Test
    void aProcessKeepsTheRowsThatItHasUsed() throws IOException {
        Path program = Files.writeString(folder.resolve("Make.java"), PROGRAM);
        Path rows = MadeRows.by(program);
        assertThat(rows).isEqualTo(folder.resolve("made/rows.csv"));
        String first = Files.readString(rows);

        Files.setLastModifiedTime(rows, FileTime.from(Instant.now().minus(Duration.ofHours(13))));

        assertThat(Files.readString(MadeRows.by(program))).isEqualTo(first);
    }

    @Test
    void rowsThatAnotherCommandUsesAreNotMadeAnew() throws IOException {
        Path program = rowsMade(Duration.ofHours(13), Duration.ofHours(14));
        Path use = Files.writeString(folder.resolve("made/Use.java"), OTHER_COMMAND);
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        use.toString(),
                        folder.resolve("made/lock").toString())
                .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("used");

            assertThat(MadeRows.by(program)).hasContent("at\nonce");
        } finally {
            other.destroyForcibly().onExit().join();
        }
    }

    @Test
    void aProgramThatFailsIsNamedWithWhatItSaid() throws IOException {
        Path program = Files.writeString(folder.resolve("Make.java"), PROGRAM.replace("args[0]", "args[7]"));
        assertThatThrownBy(() -> MadeRows.by(program))
                .isInstanceOf(Problem.class)
                .hasMessageContainingAll("Make.java", "exit code 1: Exception", "ArrayIndexOutOfBounds");
    }
}
