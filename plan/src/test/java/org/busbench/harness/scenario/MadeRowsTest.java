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

class MadeRowsTest {
    private static final String PROGRAM = """
            public class Make {
                public static void main(String[] args) throws Exception {
                    java.nio.file.Files.writeString(java.nio.file.Path.of(args[0], "rows.csv"), "at\\n" + System.nanoTime());
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aProgramMakesRowsThatStayUntilTheyAreOldOrItChanges() throws IOException {
        Path program = Files.writeString(folder.resolve("Make.java"), PROGRAM);
        Path rows = MadeRows.by(program);
        assertThat(rows).isEqualTo(folder.resolve("made/rows.csv"));
        String first = Files.readString(rows);
        assertThat(Files.readString(MadeRows.by(program))).isEqualTo(first);

        Files.setLastModifiedTime(rows, FileTime.from(Instant.now().minus(Duration.ofHours(13))));
        Files.setLastModifiedTime(program, FileTime.from(Instant.now().minus(Duration.ofHours(14))));
        String second = Files.readString(MadeRows.by(program));
        assertThat(second).isNotEqualTo(first);

        Files.setLastModifiedTime(program, FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(Files.readString(MadeRows.by(program))).isNotEqualTo(second);
    }

    @Test
    void aProgramThatFailsIsNamedWithWhatItSaid() throws IOException {
        Path program = Files.writeString(folder.resolve("Make.java"), PROGRAM.replace("args[0]", "args[7]"));
        assertThatThrownBy(() -> MadeRows.by(program))
                .isInstanceOf(Problem.class)
                .hasMessageContainingAll("Make.java", "exit code 1: Exception", "ArrayIndexOutOfBounds");
    }
}
