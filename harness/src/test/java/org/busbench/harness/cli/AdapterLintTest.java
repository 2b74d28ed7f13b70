package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.adapter.SampleAdapter;
import org.busbench.harness.cli.AdapterCommand.Scaffold;
import org.busbench.harness.run.Project;
import org.busbench.harness.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AdapterLintTest {
    private static final Path SCHEMA =
            ProjectFiles.ROOT.toAbsolutePath().normalize().resolve("docs/schema/adapter-1.schema.json");

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path project;

    private static final List<Adapter> PUBLISHED = catalog().all(leftOut -> {
        throw new AssertionError(leftOut);
    });

    private static final List<String> SCENARIOS =
            Scenarios.of(ProjectFiles.ROOT).names();

    static Stream<Adapter> published() {
        return PUBLISHED.stream();
    }

    private static AdapterCatalog catalog() {
        return new AdapterCatalog(ProjectFiles.ROOT.resolve("configs/adapters"), ProjectFiles.ROOT);
    }

    @ParameterizedTest
    @MethodSource("published")
    void findsNothingInAnyPublishedAdapter(Adapter adapter) {
        assertThat(new AdapterLint(adapter, PUBLISHED, SCENARIOS).findings()).isEmpty();
    }

    @Test
    void namesWhatIsMissingUnfinishedOrUnused() throws IOException {
        Path folder = SampleAdapter.write(project, SampleAdapter.TEXT.replace("A sample", "\"??? a sample\""));
        Files.writeString(folder.resolve("stale.conf"), "of a version before");
        Adapter adapter = AdapterFolder.read(folder, project);

        assertThat(new AdapterLint(adapter, List.of(adapter), SCENARIOS).findings())
                .containsExactly(
                        folder.resolve("adapter.yaml")
                                + ":15: there is no artifacts.lock for this: run 'busbench adapter" + " lock sample'",
                        folder.resolve("README.md")
                                + ": missing; say what is tuned and why, and who may object and how",
                        folder.resolve("adapter.yaml") + ":3: still says ???",
                        folder.resolve("stale.conf")
                                + ": nothing in adapter.yaml uses it; delete it, or copy it under 'files'");
    }

    @Test
    void namesAnotherAdapterWithTheSamePort() throws IOException {
        Adapter adapter = AdapterFolder.read(SampleAdapter.write(project, SampleAdapter.TEXT), project);
        List<Adapter> others = new ArrayList<>(PUBLISHED);
        others.add(adapter);

        assertThat(new AdapterLint(adapter, others, SCENARIOS).findings())
                .contains(adapter.file() + ":28: port 8290 (http) is that of adapter 'synapse' too, so that the two"
                        + " cannot be up together: choose another");
    }

    @Test
    void aScaffoldNamesItsSchemaToEditorsWithoutANetwork() throws IOException {
        Path elsewhere = new Scaffold("mine", catalog().folders(), SCHEMA).write(project);
        String line = Files.readAllLines(elsewhere.resolve("adapter.yaml")).get(0);
        String address = line.substring(line.indexOf('=') + 1);

        assertThat(Path.of(URI.create(address))).isEqualTo(SCHEMA);
        assertThat(SchemaAddress.from(ProjectFiles.ROOT.resolve("configs/adapters/mine"), SCHEMA))
                .isEqualTo("../../../docs/schema/adapter-1.schema.json");
    }

    @Test
    void anUnfinishedAdapterStopsNobodyElseAndKeepsItsPort() throws IOException {
        Path adapters = Files.createDirectories(project.resolve("adapters"));
        AdapterCatalog catalog = new AdapterCatalog(adapters, ProjectFiles.ROOT);
        new Scaffold("first", catalog.folders(), SCHEMA).write(adapters);
        Path second = new Scaffold("second", catalog.folders(), SCHEMA).write(adapters);
        Files.writeString(adapters.resolve("first/adapter.yaml"), "\nnonsense", StandardOpenOption.APPEND);
        List<String> leftOut = new ArrayList<>();

        assertThat(catalog.all(leftOut::add)).isEmpty();

        assertThat(leftOut)
                .hasSize(2)
                .anyMatch(line -> line.startsWith("the adapter first is left out: ")
                        && line.lines().count() == 1)
                .anyMatch(line -> line.startsWith("the adapter second is left out: "));
        assertThat(second.resolve("adapter.yaml")).content().contains("ports: {http: 8501}");
    }

    @Test
    void namesAPortOfTheBackendsAndAScenarioWithASlip() throws IOException {
        String text = SampleAdapter.TEXT.replace("8290", "9001").replace("cbr:", "cbrr:");
        Adapter adapter = AdapterFolder.read(SampleAdapter.write(project, text), project);

        assertThat(new AdapterLint(adapter, List.of(adapter), SCENARIOS).findings())
                .contains(
                        adapter.file() + ":28: port 9001 (http) is a backend's: choose another",
                        adapter.file() + ": serves 'cbrr', which is no scenario of busbench's: did you mean 'cbr'?");
    }

    @Test
    void allGapsOfAnUnfinishedAdapterAreNamedAtOnce() throws IOException {
        Path adapters = Files.createDirectories(project.resolve("adapters"));
        new Scaffold("mine", List.of(), SCHEMA).write(adapters);
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
        System.setProperty(Project.MORE_ADAPTERS, adapters.toString());
        try {
            assertThat(Busbench.execute("verify", "--lint", "mine")).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(console.err().lines().filter(line -> line.endsWith("still says ???")))
                    .hasSizeGreaterThan(2)
                    .anyMatch(line -> line.contains("README.md:1:"));
            assertThat(Busbench.execute("list")).isZero();
            assertThat(console.err()).contains("the adapter mine is left out: ");
        } finally {
            System.clearProperty("busbench.project");
            System.clearProperty(Project.MORE_ADAPTERS);
        }
    }

    @Test
    void aScaffoldIsReadableButForWhatItLeavesOpen() throws IOException {
        Path folder = new Scaffold("mine", catalog().folders(), SCHEMA).write(project);
        assertThat(folder.resolve("adapter.yaml")).content().contains("name: mine", "ports: {http: 8500}");
        Files.createDirectories(folder.resolve("launcher"));
        Path file = folder.resolve("adapter.yaml");
        Files.writeString(file, Files.readString(file).replace("main: \"???\"", "main: launcher.Main"));

        Adapter adapter = AdapterFolder.read(folder, ProjectFiles.ROOT);
        assertThat(new AdapterLint(adapter, List.of(adapter), SCENARIOS).findings())
                .isNotEmpty()
                .allMatch(finding -> finding.contains("still says ???"));
    }
}
