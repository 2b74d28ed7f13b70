package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a duel makes of its words, without starting anything. */
class DuelCommandTest {

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path runs;

    @BeforeEach
    void knowTheProject() {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
    }

    @Test
    void twoAdaptersAreSetAgainstEachOtherBesideACopyThatTellsTheFloor() throws IOException {
        assertThat(duel("reference-slow-5", "reference-slow-10", "--dry-run", "--id", "x"))
                .isZero();

        assertThat(console.out())
                .contains("duel: 2 comparisons of 4 adapters")
                .contains("reference-copy")
                .contains("6 blocks");
        assertThat(Files.readString(runs.resolve(".duels/x/duel.yaml")))
                .contains("adapters: [reference-slow-5, reference-slow-10, reference, reference-copy]")
                .contains("    - [reference-slow-5, reference-slow-10]\n    - [reference, reference-copy]\n");
    }

    @Test
    void oneAdapterAndAChangeGiveTwo() throws IOException {
        assertThat(duel("reference", "--set", "java.options=[-Xmx300m]", "--scenario", "cbr", "--dry-run", "--id", "y"))
                .isZero();

        assertThat(console.out()).contains("duel: 1 comparison of 3 adapters").contains("reference-2");
        assertThat(Files.readString(runs.resolve(".duels/y/adapters/reference-2/adapter.yaml")))
                .contains("-Xmx300m");
    }

    @Test
    void aScenarioMayBeAFolderThatIsNamedFromHere() {
        assertThat(duel(
                        "reference",
                        "--set",
                        "java.options=[-Xmx300m]",
                        "--scenario",
                        "../configs/scenarios/cbr",
                        "--dry-run",
                        "--id",
                        "z"))
                .isZero();

        assertThat(console.out()).contains("duel: 1 comparison of 2 adapters");
    }

    @Test
    void aCopyFindsTheFilesThatLieBesideTheFolderOfItsOriginal() throws IOException {
        assertThat(duel("busbench", "--set", "java.options=[-Xmx300m]", "--scenario", "cbr", "--dry-run", "--id", "b"))
                .isZero();

        assertThat(Files.readString(runs.resolve(".duels/b/adapters/busbench-2/adapter.yaml")))
                .contains("from: "
                        + ProjectFiles.ROOT.toAbsolutePath().normalize().resolve("configs/adapters/synapse/slow-stub"));
    }

    @Test
    void aDuelOfACopyNeedsNoOther() throws IOException {
        assertThat(duel("reference", "reference-copy", "--dry-run", "--id", "z"))
                .isZero();

        assertThat(Files.readString(runs.resolve(".duels/z/duel.yaml")))
                .containsOnlyOnce("    - [")
                .contains("adapters: [reference, reference-copy]");
    }

    @Test
    void whatCannotBeADuelIsRefusedInOneLine() {
        assertThat(duel("reference")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(duel("refrence", "reference-copy")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(duel("reference", "--set", "versio")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(duel("reference", "reference-copy", "--fail-if", "cbr speed -5%"))
                .isEqualTo(ExitCode.BAD_INPUT);
        assertThat(duel("reference", "reference-copy", "--junit", "x.xml")).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(duel("reference", "reference-copy", "--blocks", "6", "--dry-run"))
                .isEqualTo(ExitCode.BAD_INPUT);

        assertThat(console.err().lines())
                .hasSize(6)
                .anyMatch(line -> line.contains("6 blocks in 3 forks") && line.endsWith("give --blocks 8"))
                .anyMatch(line -> line.contains("a duel needs two"))
                .anyMatch(line -> line.contains("unknown adapter 'refrence'"))
                .anyMatch(line -> line.contains("write KEY=VALUE"))
                .anyMatch(line -> line.contains("'speed' is no figure"))
                .anyMatch(line -> line.contains("give at least one --fail-if"));
    }

    private int duel(String... words) {
        return Busbench.execute(Stream.concat(Stream.of("duel", "--runs", runs.toString()), List.of(words).stream())
                .toArray(String[]::new));
    }
}
