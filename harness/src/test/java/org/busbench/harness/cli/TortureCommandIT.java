package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Backends;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.IntegrityRun;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.IntegrityRun.Tortured;
import org.busbench.record.RunReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Adapters of a folder of one's own are tortured, with objections: from the command to the check, with a real mediator. */
class TortureCommandIT {
    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    @BeforeEach
    void place() throws IOException {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
        System.setProperty("busbench.runs", folder.resolve("runs").toString());
        System.setProperty(Backends.FIRST_PORT, Integer.toString(FreePorts.inARow(6)));
        String reference = Files.readString(ProjectFiles.ROOT.resolve("mutants/adapters/reference/adapter.yaml"));
        adapter("doorman", reference);
        adapter("broken", reference.replace("org.busbench.mutants.Mutant", "org.busbench.mutants.Nothing"));
    }

    private void adapter(String name, String text) throws IOException {
        Path place = Files.createDirectories(folder.resolve("adapters").resolve(name));
        Files.writeString(
                place.resolve("adapter.yaml"),
                text.replace("name: reference\n", "name: " + name + "\n")
                        .replace("http: 8600", "http: " + FreePorts.inARow(1)));
    }

    @AfterEach
    void forget() {
        List.of("busbench.project", "busbench.runs", "busbench.adapters", Backends.FIRST_PORT)
                .forEach(System::clearProperty);
    }

    private int call(String... words) {
        List<String> command =
                new ArrayList<>(List.of("--adapters", folder.resolve("adapters").toString()));
        command.addAll(List.of(words));
        return Busbench.execute(command.toArray(String[]::new));
    }

    private void object(String text) throws IOException {
        Files.writeString(folder.resolve("adapters/doorman/objections.md"), text);
    }

    @Test
    void oneThatCannotStartStopsNoOtherAndObjectionsStandBesideTheirVerdicts() throws IOException {
        object("# Doorman\n\n## smuggle-cl-te\n\nWe are a doorman, not a proxy.\n");
        int code = call(
                "torture", "broken", "doorman", "--side-by-side", "2", "--only", "good,smuggle-cl-te", "--id", "own");
        Path run = folder.resolve("runs/own");

        assertThat(code).as(console.out() + console.err()).isEqualTo(1);
        assertThat(console.err()).contains("broken: broken off: broken cannot be started: ");
        IntegrityRun end = RunReader.integrityRun(run).orElseThrow();
        assertThat(end.adapters())
                .extracting(Tortured::name, Tortured::outcome)
                .containsExactly(tuple("broken", Outcome.BROKEN_OFF), tuple("doorman", Outcome.COMPLETE));
        Map<String, Verdict> verdicts = RunReader.integrity(run).stream()
                .collect(Collectors.toMap(line -> line.of().id(), Integrity::verdict));
        assertThat(verdicts).isEqualTo(Map.of("good", Verdict.RIGHT, "smuggle-cl-te", Verdict.WRONG));
        assertThat(Files.readString(run.resolve("index.html")))
                .contains("We are a doorman, not a proxy.", "broken off");
        assertThat(call("check", run.toString())).as(console.err()).isZero();
        assertThat(console.out())
                .contains("holds: 2 verdicts are as they were written, each wrong one with its bytes and script");
        assertThat(call("report", run.toString(), "--format", "json,csv", "--out", folder.toString()))
                .isZero();
        assertThat(Files.readString(folder.resolve("integrity.csv"))).contains("We are a doorman, not a proxy.");

        Files.writeString(run.resolve("integrity/doorman/smuggle-cl-te/client.sent"), "");
        assertThat(call("check", run.toString())).isEqualTo(1);
        assertThat(console.err()).contains("integrity/doorman/smuggle-cl-te/client.sent: was edited");
    }

    @Test
    void theListHasTheCasesThatAreNamedAndTorturesNothing() {
        assertThat(call("torture", "--list", "--only", "good"))
                .as(console.err())
                .isZero();
        assertThat(console.out()).contains("## http-request", "| `good` | ").doesNotContain("| `good-chunked` | ");
        assertThat(call("torture", "--list", "doorman")).isEqualTo(2);
        assertThat(console.err()).contains("--list prints the cases, and takes no adapters");
    }

    @Test
    void anObjectionToACaseThatDoesNotExistIsRefusedBeforeAnythingIsStarted() throws IOException {
        object("# Doorman\n\n## smuggle-cl-tee\n\nWe are a doorman.\n");

        assertThat(call("torture", "doorman", "--only", "good")).isEqualTo(2);
        assertThat(console.err())
                .contains("objections.md:3: there is no case 'smuggle-cl-tee', did you mean 'smuggle-cl-te'?")
                .doesNotContain("torturing");
    }
}
