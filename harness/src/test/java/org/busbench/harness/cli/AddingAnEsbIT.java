package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Backends;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what {@code docs/adding-an-esb.md} says, from top to bottom: writes each block that has a file's name to that file,
 * and runs each command, with real processes. Only the ports are others, since the page's own may be in use.
 */
@Tag("nightly")
class AddingAnEsbIT {
    private static final Path PAGE = ProjectFiles.ROOT.resolve("docs/adding-an-esb.md");
    private static final Pattern BLOCK =
            Pattern.compile("^```(\\w+) ?(\\S*)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    @TempDir
    private Path folder;

    private final PrintStream realOut = System.out;
    private final PrintStream realErr = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<String> commands = new ArrayList<>();

    @BeforeEach
    void capture() {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
        System.setProperty(Backends.FIRST_PORT, Integer.toString(FreePorts.inARow(4)));
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void release() {
        System.setOut(realOut);
        System.setErr(realErr);
        List.of("busbench.project", "busbench.adapters", Backends.FIRST_PORT).forEach(System::clearProperty);
    }

    @Test
    void whoFollowsThePageHasAnEsbThatServesAllScenarios() throws IOException {
        String page = Files.readString(PAGE).replace("8500", Integer.toString(FreePorts.inARow(1)));
        Matcher block = BLOCK.matcher(page);
        while (block.find()) {
            if (block.group(1).equals("sh")) {
                block.group(3).lines().forEach(this::run);
            } else if (!block.group(2).isEmpty()) {
                write(block.group(2), block.group(3));
            }
        }
        assertThat(commands).hasSize(3);
        assertThat(said.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("doorman "))
                        .filter(line -> !line.contains("  not in its adapter.yaml: ")))
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(line -> line.contains(" served"));
    }

    private void run(String command) {
        assertThat(command).startsWith("./busbench ");
        String placed = command.replace("./busbench ", "")
                .replace("my-esbs", folder.resolve("my-esbs").toString());
        commands.add(command);
        int code = Busbench.execute(placed.split(" "));
        assertThat(code)
                .as("%s:%n%s", command, said.toString(StandardCharsets.UTF_8))
                .isZero();
    }

    private void write(String name, String text) throws IOException {
        assertThat(name).startsWith("my-esbs/doorman/");
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
