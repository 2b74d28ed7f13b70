package org.busbench.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramOutputTest {

    private static final Map<String, Pattern> TRANSPORT = Map.of("transport", Pattern.compile("^transport (.+)$"));

    @TempDir
    private Path folder;

    @Test
    void theGroupOfTheLineIsFoundAndNoOtherLine() throws IOException, InterruptedException {
        assertThat(ProgramOutput.found(
                        said("ready http://x\ntransport nio (--transport auto)\nno transport\n", ""), TRANSPORT))
                .containsExactly(Map.entry("transport", "nio (--transport auto)"));
    }

    @Test
    void aProgramThatWasStartedAnewIsBelievedInItsNewestLine() throws IOException, InterruptedException {
        assertThat(ProgramOutput.found(said("transport nio\ntransport uring\n", ""), TRANSPORT))
                .containsEntry("transport", "uring");
    }

    @Test
    void errorsAreLookedThroughToo() throws IOException, InterruptedException {
        assertThat(ProgramOutput.found(said("ready\n", "transport nio\n"), TRANSPORT))
                .containsEntry("transport", "nio");
    }

    @Test
    void whatIsNotSaidIsNull() throws IOException, InterruptedException {
        assertThat(ProgramOutput.found(said("ready\n", ""), TRANSPORT)).containsEntry("transport", null);
    }

    @Test
    void aLongLogBeforeItDoesNotHideIt() throws IOException, InterruptedException {
        assertThat(ProgramOutput.found(said("a line of a log\n".repeat(100_000) + "transport nio\n", ""), TRANSPORT))
                .containsEntry("transport", "nio");
    }

    private ProcessSpec said(String output, String errors) throws IOException {
        ProcessSpec spec = Specs.shell(folder, "program", "exit 0");
        Files.createDirectories(spec.logs());
        Files.writeString(spec.output(), output);
        Files.writeString(spec.errors(), errors);
        return spec;
    }
}
