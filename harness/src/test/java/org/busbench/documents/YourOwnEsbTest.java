package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.harness.suite.SuiteOverrides;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the files that {@code docs/your-own-esb.md} shows, as its reader would write them. */
class YourOwnEsbTest {
    private static final int MOST_LINES = 30;
    private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");

    @TempDir
    private Path folder;

    @Test
    void adaptersOfThePageAreReadAsATargetAndAsAContainer() throws IOException {
        List<Class<?>> kinds = blocks("busbench/adapter/1")
                .<Class<?>>map(text -> adapter(text).program().getClass())
                .toList();

        assertThat(kinds).containsExactly(AdapterProgram.Target.class, AdapterProgram.Container.class);
    }

    @Test
    void theSuiteOfThePageMeasuresAScenarioOfTheReader() throws IOException {
        Path own = Files.createDirectories(folder.resolve("my-orders"));
        Path shipped = ProjectFiles.ROOT.resolve("configs/scenarios/rest-json");
        try (Stream<Path> files = Files.list(shipped)) {
            for (Path file : files.toList()) {
                Files.writeString(
                        own.resolve(file.getFileName()),
                        Files.readString(file).replace("name: rest-json", "name: my-orders"));
            }
        }
        Path file = Files.writeString(
                folder.resolve("mine.yaml"),
                blocks("busbench/suite/1").findFirst().orElseThrow());

        Suite suite = SuiteFile.read(file, SuiteOverrides.NONE, Scenarios.of(ProjectFiles.ROOT));

        assertThat(suite.scenarios().toString()).contains("my-orders");
    }

    @Test
    void noFileOfThePageIsLong() throws IOException {
        assertThat(blocks("busbench/"))
                .allSatisfy(text -> assertThat(text.lines().count()).isLessThan(MOST_LINES));
    }

    private Adapter adapter(String text) {
        try {
            Path adapter = Files.createDirectories(folder.resolve("ours"));
            Files.writeString(adapter.resolve("issuer.pem"), "");
            Files.writeString(adapter.resolve(Adapter.FILE_NAME), text);
            return AdapterFolder.read(adapter, ProjectFiles.ROOT);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Stream<String> blocks(String schema) throws IOException {
        return YAML.matcher(Files.readString(ProjectFiles.ROOT.resolve("docs/your-own-esb.md")))
                .results()
                .map(block -> block.group(1))
                .filter(text -> text.startsWith("schema: " + schema));
    }
}
