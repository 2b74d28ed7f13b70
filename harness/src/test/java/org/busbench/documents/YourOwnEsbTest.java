package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.documents.YourOwnEsbPage.Block;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.compare.Threshold;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the files that {@code docs/your-own-esb.md} shows, as its reader would write them. */
class YourOwnEsbTest {
    private static final int MOST_LINES = 30;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"a, my-esbs/ours, Target", "b, my-esbs/boxed, Container", "c, my-esbs/orders, Target"})
    void anAdapterOfThePageIsWhatItsRecipeSays(char letter, String adapter, String kind) throws IOException {
        write(letter);

        AdapterProgram program =
                AdapterFolder.read(folder.resolve(adapter), ProjectFiles.ROOT).program();

        assertThat(program.getClass().getSimpleName()).isEqualTo(kind);
    }

    @Test
    void theSuiteOfThePageMeasuresTheScenarioOfThePage() throws IOException {
        write('c');

        Suite suite = SuiteFile.read(folder.resolve("mine.yaml"), SuiteOverrides.NONE, Scenarios.of(ProjectFiles.ROOT));

        assertThat(suite.scenarioNames()).containsExactly("my-orders");
    }

    @ParameterizedTest
    @ValueSource(chars = {'a', 'b', 'c'})
    void noRecipeHasAYamlFileOfThirtyLines(char letter) throws IOException {
        List<Block> yaml = YourOwnEsbPage.recipe(letter).stream()
                .filter(block -> block.language().equals("yaml"))
                .toList();

        assertThat(yaml)
                .isNotEmpty()
                .allSatisfy(block -> assertThat(block.text().lines().count()).isLessThan(MOST_LINES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"github-actions.yml", "gitlab-ci.yml"})
    void aWorkflowSetsAChangeAgainstTheMainBranchAndFailsByAThreshold(String file) throws IOException {
        String workflow = Files.readString(ProjectFiles.ROOT.resolve("docs/ci").resolve(file));
        Matcher duel = Pattern.compile(
                        "duel before/my-esbs/ours \\S*my-esbs/ours --scenario cbr --fail-if '([^']+)' --junit \\S+\\.xml ")
                .matcher(workflow);

        assertThat(duel.find()).isTrue();
        assertThat(Threshold.parse(duel.group(1)).measure()).isEqualTo(Measure.CPU);
    }

    private void write(char letter) throws IOException {
        YourOwnEsbPage.recipe(letter).stream()
                .filter(block -> !block.isCommands())
                .forEach(block -> block.write(folder));
    }
}
